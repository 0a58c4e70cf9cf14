use chess::*; use engine::{eval::*, search::*};
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let depth: u8 = a[1].parse().unwrap();
  let mut tot=0; let t=std::time::Instant::now();
  for f in std::fs::read_to_string(&a[2]).unwrap().lines() {
    let g = Game::new(fen::parse(f).unwrap());
    let mut e = Engine::new(Evaluator::new(Weights::default()), SearchParams::default(), 16);
    let r = e.search(&g,&Limit::depth(depth)); tot+=r.nodes;
    println!("{f} {:?} {} {}", r.score, r.best.unwrap(), r.nodes);
  }
  println!("{tot} nodes {:.0} nps", tot as f64/t.elapsed().as_secs_f64());
}
