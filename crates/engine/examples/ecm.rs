use chess::*; use engine::{eval::*, search::*}; use std::ops::ControlFlow;
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let lim: u64 = a[2].parse().unwrap(); let step: usize = a.get(3).map_or(1,|s| s.parse().unwrap());
  let (mut solved, mut n, mut tot, mut all)=(0,0,0u64,0u64); let t=std::time::Instant::now();
  for (i,r) in epd::read(&a[1]).unwrap().enumerate() {
    if i % step != 0 {continue}
    let p = r.unwrap(); let bm = p.best_moves().unwrap();
    let g = Game::new(p.board.clone());
    let mut e = Engine::new(Evaluator::new(Weights::default()), SearchParams::default(), 16);
    let r = e.search_with(&g,&Limit::nodes(lim),&Wish::default(),&Signals::default(),|_r| ControlFlow::Continue(()));
    all+=r.nodes; n+=1;
    if bm.contains(&r.best.unwrap()) { solved+=1; tot+=r.found_at_nodes } else { tot+=lim }
  }
  println!("{solved}/{n} solved, total {tot}, {:.0} nps", all as f64/t.elapsed().as_secs_f64());
}
