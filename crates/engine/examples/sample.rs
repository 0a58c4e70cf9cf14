use chess::*; use engine::{eval::*, search::*};
fn main(){
  // self-play with random opening plies, print sampled FENs
  let mut x: u64 = 88172645463325252; let mut rnd = move || { x^=x<<13; x^=x>>7; x^=x<<17; x };
  let mut e = Engine::new(Evaluator::new(Weights::default()), SearchParams::default(), 16);
  for g in 0..16 {
    let mut game = Game::new(Board::startpos()); e.new_game();
    let stop = 10 + g*6 + (rnd()%5) as usize;
    for ply in 0..stop {
      if game.end().is_some() {break}
      let mv = if ply < 6 { let mut v=vec![]; game.board().generate_moves(|m| {v.extend(m); false}); v[(rnd()%v.len() as u64) as usize] }
        else { e.search(&game,&Limit::nodes(30000)).best.unwrap() };
      game.play(mv).unwrap();
    }
    println!("{}", fen::write(game.board()));
  }
}
