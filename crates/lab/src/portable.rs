//! The problems that workers elsewhere know.

use evo::{Kind, portable};
use evochess::ladder::Ladder;
use evochess::ordering::FewNodes;
use problems::coevolve::Coevolve;
use problems::endgame::Endgame;
use problems::gauntlet::Gauntlet;
use problems::landscape::Landscape;
use problems::learn::Agree;
use problems::masters::Masters;
use problems::mentor::Mentor;
use problems::mimic::Mimic;
use problems::selfplay::Selfplay;
use problems::tactics::Tactics;

use crate::kinds::parse_mind;

/// The problems whose tasks can be done elsewhere.
pub const PORTABLE: &[Kind] = &[
    Kind::of::<Mimic>(),
    Kind::of::<Mentor>(),
    Kind::of::<Masters>(),
    Kind::of::<Coevolve>(),
    Kind::of::<Tactics>(),
    Kind::of::<Endgame>(),
    Kind::of::<Agree>(),
    Kind::of::<Selfplay>(),
    Kind::of::<Ladder>(),
    Kind::of::<FewNodes>(),
    Kind::of::<Landscape>(),
    Kind::new(Gauntlet::KIND, |bytes| {
        Ok(portable::bench(Gauntlet::unpack(bytes, parse_mind)?))
    }),
];
