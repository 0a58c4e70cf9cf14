//! Every terminal once more, by looking at one square after the other. It shares
//! no line with the library: men stand in an array, lines are walked step by
//! step, and a move is legal if the king is not attacked after it was made.

use chess::{Board, Color, Piece, Square};

type Place = (i32, i32);
type Step = (Place, Place);

#[derive(Clone)]
pub struct Slow {
    men: [[Option<(Color, Piece)>; 8]; 8],
    /// Where a pawn may be taken en passant, by the side to move.
    passing: Option<Place>,
    turn: Color,
}

impl Slow {
    pub fn new(board: &Board) -> Self {
        let mut men = [[None; 8]; 8];
        for square in Square::ALL {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            men[file][rank] = board
                .piece_on(square)
                .map(|piece| (board.color_on(square).unwrap(), piece));
        }
        let turn = board.side_to_move();
        let rank = if turn == Color::White { 5 } else { 2 };
        Self {
            men,
            passing: board.en_passant().map(|file| (file as i32, rank)),
            turn,
        }
    }

    fn at(&self, (file, rank): Place) -> Option<(Color, Piece)> {
        self.men[file as usize][rank as usize]
    }

    fn places() -> impl Iterator<Item = Place> {
        (0..64).map(|index| (index / 8, index % 8))
    }

    fn men(&self, side: Color) -> Vec<Place> {
        Self::places()
            .filter(|&place| self.at(place).is_some_and(|(color, _)| color == side))
            .collect()
    }

    fn of(&self, side: Color, piece: Piece) -> Vec<Place> {
        let mut men = self.men(side);
        men.retain(|&place| self.at(place) == Some((side, piece)));
        men
    }

    fn pieces(&self, side: Color) -> Vec<Place> {
        let mut men = self.men(side);
        men.retain(|&place| self.at(place) != Some((side, Piece::King)));
        men
    }

    fn king(&self, side: Color) -> Place {
        self.of(side, Piece::King)[0]
    }

    /// Whether the man on one square attacks another.
    fn hits(&self, from: Place, to: Place) -> bool {
        let (color, piece) = self.at(from).unwrap();
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        if (x, y) == (0, 0) {
            return false;
        }
        let straight = x == 0 || y == 0;
        let diagonal = x.abs() == y.abs();
        let fits = match piece {
            Piece::Pawn => return x.abs() == 1 && y == forward(color),
            Piece::Knight => return x.abs() * y.abs() == 2,
            Piece::King => return x.abs() <= 1 && y.abs() <= 1,
            Piece::Bishop => diagonal,
            Piece::Rook => straight,
            Piece::Queen => straight || diagonal,
        };
        fits && self.free_between(from, to)
    }

    fn between(from: Place, to: Place) -> Vec<Place> {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut places = Vec::new();
        let mut place = (from.0 + step.0, from.1 + step.1);
        while place != to {
            places.push(place);
            place = (place.0 + step.0, place.1 + step.1);
        }
        places
    }

    fn free_between(&self, from: Place, to: Place) -> bool {
        Self::between(from, to)
            .into_iter()
            .all(|place| self.at(place).is_none())
    }

    fn attacked(&self, place: Place, by: Color) -> bool {
        self.men(by).into_iter().any(|from| self.hits(from, place))
    }

    fn in_check(&self, side: Color) -> bool {
        self.attacked(self.king(side), !side)
    }

    /// Whether no man of a side, its king included, is attacked.
    pub fn nothing_attacked(&self, side: Color) -> bool {
        let men = self.men(side);
        !men.into_iter().any(|place| self.attacked(place, !side))
    }

    fn targets(&self, from: Place) -> Vec<Place> {
        let (color, _) = self.at(from).unwrap();
        let mut men = self.men(!color);
        men.retain(|&to| self.hits(from, to));
        men
    }

    /// Whether the move is legal but for the king's safety.
    fn moves_to(&self, from: Place, to: Place) -> bool {
        let (color, piece) = self.at(from).unwrap();
        let target = self.at(to);
        if target.is_some_and(|(other, piece)| other == color || piece == Piece::King) {
            return false;
        }
        if piece != Piece::Pawn {
            return self.hits(from, to);
        }
        let (x, y) = (to.0 - from.0, (to.1 - from.1) * forward(color));
        let home = if color == Color::White { 1 } else { 6 };
        match (x.abs(), y) {
            (0, 1) => target.is_none(),
            (0, 2) => from.1 == home && target.is_none() && self.free_between(from, to),
            (1, 1) => target.is_some() || color == self.turn && self.passing == Some(to),
            _ => false,
        }
    }

    fn play(&self, (from, to): Step, promotion: Piece) -> Self {
        let mut next = self.clone();
        let (color, piece) = self.at(from).unwrap();
        next.men[from.0 as usize][from.1 as usize] = None;
        let last = piece == Piece::Pawn && (to.1 == 0 || to.1 == 7);
        let piece_then = if last { promotion } else { piece };
        if piece == Piece::Pawn && from.0 != to.0 && self.at(to).is_none() {
            next.men[to.0 as usize][from.1 as usize] = None;
        }
        next.men[to.0 as usize][to.1 as usize] = Some((color, piece_then));
        next.passing = (piece == Piece::Pawn && (to.1 - from.1).abs() == 2)
            .then(|| (from.0, (from.1 + to.1) / 2));
        next.turn = !color;
        next
    }

    /// All that a side may do, were it to move.
    fn legal(&self, side: Color) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in self.men(side) {
            for to in Self::places() {
                if self.moves_to(from, to) && !self.play((from, to), Piece::Queen).in_check(side) {
                    steps.push((from, to));
                }
            }
        }
        steps
    }

    /// The positions after all moves of the side to move.
    fn after_all(&self) -> Vec<Self> {
        let mut after = Vec::new();
        for step in self.legal(self.turn) {
            let promotes = self.at(step.0).unwrap().1 == Piece::Pawn && [0, 7].contains(&step.1.1);
            let pieces: &[_] = match promotes {
                true => &[Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight],
                false => &[Piece::Queen],
            };
            after.extend(pieces.iter().map(|&piece| self.play(step, piece)));
        }
        after
    }

    fn is_mate(&self) -> bool {
        self.in_check(self.turn) && self.legal(self.turn).is_empty()
    }

    fn can_mate(&self) -> bool {
        self.after_all().iter().any(Self::is_mate)
    }

    fn can_gain(&self) -> bool {
        self.free_capture(self.turn) || self.can_mate()
    }

    /// Whether it gains by checks alone, with this many checks before the gain.
    fn gains_by_checks(&self, checks: u32) -> bool {
        self.can_gain()
            || checks > 0
                && self.after_all().iter().any(|after| {
                    let replies = || after.after_all();
                    let gains = |reply: &Self| reply.gains_by_checks(checks - 1);
                    after.in_check(after.turn) && replies().iter().all(gains)
                })
    }

    /// Plain minimax on material and mates: what the side to move gets by force. Replies
    /// to a check are free; after the last ply captures and promotions go on.
    pub fn outlook(&self, plies: u8) -> i32 {
        let mut after = self.after_all();
        let checked = self.in_check(self.turn);
        match (after.is_empty(), checked) {
            (true, true) => return -problems::endgame::MATE - i32::from(plies),
            (true, false) => return 0,
            _ if self.too_few_pieces() => return 0,
            _ => {}
        }
        let now = self.material(self.turn);
        let still = plies == 0 && !checked;
        if still {
            after.retain(|next| next.material(self.turn) != now);
        }
        let left = if checked || still { plies } else { plies - 1 };
        let gets = after.iter().map(|next| -next.outlook(left));
        gets.chain(still.then_some(now)).max().unwrap()
    }

    fn material(&self, side: Color) -> i32 {
        let sum = |side| -> i32 {
            let men = self.men(side).into_iter();
            men.map(|place| worth(self.at(place).unwrap().1)).sum()
        };
        sum(side) - sum(!side)
    }

    fn value_attacking(&self, side: Color) -> i32 {
        let mut pieces = self.pieces(side);
        pieces.retain(|&from| !self.targets(from).is_empty());
        pieces
            .iter()
            .map(|&from| worth(self.at(from).unwrap().1))
            .sum()
    }

    fn queens_attacked(&self, side: Color) -> bool {
        let queens = self.of(side, Piece::Queen);
        queens.into_iter().any(|queen| self.attacked(queen, !side))
    }

    fn fork(&self, side: Color) -> bool {
        let mut men = self.men(side).into_iter();
        men.any(|from| self.targets(from).len() >= 2)
    }

    fn king_steps(&self, side: Color) -> Vec<Place> {
        let king = self.king(side);
        let steps = self.legal(side).into_iter();
        steps
            .filter(|step| step.0 == king)
            .map(|step| step.1)
            .collect()
    }

    fn rook_distance(&self, side: Color) -> i32 {
        let king = self.king(side);
        let rooks = self.of(side, Piece::Rook).into_iter();
        rooks.map(|rook| apart(king, rook)).min().unwrap_or(8)
    }

    fn same_line(&self, side: Color) -> bool {
        let pieces = self.pieces(side);
        let pairs = pieces
            .iter()
            .flat_map(|&a| pieces.iter().map(move |&b| (a, b)));
        pairs
            .clone()
            .any(|(a, b)| self.hits(a, b) && self.hits(b, a))
    }

    fn king_protects(&self, side: Color) -> bool {
        let king = self.king(side);
        self.pieces(side)
            .into_iter()
            .any(|place| apart(king, place) == 1)
    }

    /// Captures after which no man can take back.
    fn free_capture(&self, by: Color) -> bool {
        self.legal(by).into_iter().any(|step| {
            let after = self.play(step, Piece::Queen);
            let takes = after.pieces(!by).len() < self.pieces(!by).len();
            let takes_back = || after.legal(!by).iter().any(|back| back.1 == step.1);
            takes && !takes_back()
        })
    }

    fn steps_inwards(&self, side: Color) -> bool {
        let here = from_edge(self.king(side));
        let mut steps = self.king_steps(side).into_iter();
        steps.any(|to| from_edge(to) > here)
    }

    /// The pieces without which the king would be in check from one more man.
    fn pinned(&self, side: Color) -> Vec<Place> {
        let checkers = |position: &Self| {
            let king = position.king(side);
            let men = position.men(!side).into_iter();
            men.filter(|&from| position.hits(from, king)).count()
        };
        let mut pieces = self.pieces(side);
        pieces.retain(|&place| {
            let mut without = self.clone();
            without.men[place.0 as usize][place.1 as usize] = None;
            checkers(&without) > checkers(self)
        });
        pieces
    }

    fn behind(&self, side: Color) -> bool {
        let king = self.king(side);
        self.pinned(side)
            .into_iter()
            .any(|piece| apart(king, piece) >= 2)
    }

    /// How many squares a king can walk to, one after the other.
    fn room(&self, side: Color) -> i32 {
        let king = self.king(side);
        let mut lifted = self.clone();
        lifted.men[king.0 as usize][king.1 as usize] = None;
        let mut reached = vec![king];
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next];
            next += 1;
            for to in Self::places().filter(|&to| apart(from, to) == 1) {
                let own = lifted.at(to).is_some_and(|(color, _)| color == side);
                if !own && !lifted.attacked(to, !side) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.len() as i32
    }

    fn too_few_pieces(&self) -> bool {
        let mut men: Vec<_> = Color::ALL
            .iter()
            .flat_map(|&side| self.pieces(side))
            .collect();
        let kinds: Vec<_> = men.iter().map(|&place| self.at(place).unwrap().1).collect();
        if kinds
            .iter()
            .any(|kind| ![Piece::Knight, Piece::Bishop].contains(kind))
        {
            return false;
        }
        men.dedup_by_key(|place| (place.0 + place.1) % 2);
        kinds.len() <= 1 || kinds.iter().all(|&kind| kind == Piece::Bishop) && men.len() == 1
    }
}

/// The value of a terminal. `earlier` are the positions of the game before this
/// one, as texts without clocks, and `clock` the half moves since the last
/// capture or pawn move.
pub fn value(name: &str, before: &Slow, after: &Slow, earlier: usize, clock: u8) -> f64 {
    let (me, opponent) = (!after.turn, after.turn);
    let truth = |truth: bool| i32::from(truth);
    let apart_in = |position: &Slow| apart(position.king(me), position.king(opponent));
    let number = match name {
        "NotMyKingInCheck" => truth(!after.in_check(me)),
        "IsOppKingInCheck" => truth(after.in_check(opponent)),
        "MyKingDistEdges" => from_edge(after.king(me)),
        "OppKingProximityToEdges" => 3 - from_edge(after.king(opponent)),
        "NumMyPiecesNotAttacked" => {
            let mut pieces = after.pieces(me);
            pieces.retain(|&place| !after.attacked(place, opponent));
            pieces.len() as i32
        }
        "NumOppPiecesAttacked" => {
            let mut pieces = after.pieces(opponent);
            pieces.retain(|&place| after.attacked(place, me));
            pieces.len() as i32
        }
        "ValueMyPiecesAttacking" => after.value_attacking(me),
        "ValueOppPiecesAttacking" => after.value_attacking(opponent),
        "IsMyQueenNotAttacked" => truth(!after.queens_attacked(me)),
        "IsOppQueenAttacked" => truth(after.queens_attacked(opponent)),
        "IsMyFork" => truth(after.fork(me)),
        "IsOppNotFork" => truth(!after.fork(opponent)),
        "NumMovesMyKing" => after.king_steps(me).len() as i32,
        "NumNotMovesOppKing" => 8 - after.king_steps(opponent).len() as i32,
        "MyKingProxRook" => 8 - after.rook_distance(me),
        "OppKingDistRook" => after.rook_distance(opponent),
        "MyPiecesSameLine" => truth(after.same_line(me)),
        "OppPiecesNotSameLine" => truth(!after.same_line(opponent)),
        "IsOppKingProtectingPiece" => truth(after.king_protects(opponent)),
        "IsMyKingProtectingPiece" => truth(after.king_protects(me)),
        "EvaluateMaterial" => after.material(me),
        "IsMaterialIncrease" => truth(after.material(me) > before.material(me)),
        "IsMate" => truth(after.is_mate()),
        "IsMateInOne" => truth(after.can_mate()),
        "OppPieceCanBeCaptured" => truth(after.free_capture(me)),
        "MyPieceCannotBeCaptured" => truth(!after.free_capture(opponent)),
        "IsOppKingStuck" => truth(!after.steps_inwards(opponent)),
        "IsMyKingNotStuck" => truth(after.steps_inwards(me)),
        "IsOppKingBehindPiece" => truth(after.behind(opponent)),
        "IsMyKingNotBehindPiece" => truth(!after.behind(me)),
        "IsOppPiecePinned" => truth(!after.pinned(opponent).is_empty()),
        "IsMyPieceNotPinned" => truth(after.pinned(me).is_empty()),
        "IsDraw" => {
            let moves = !after.legal(opponent).is_empty();
            let stalemate = !moves && !after.in_check(opponent);
            let over = earlier >= 2 || clock >= 100 || after.too_few_pieces();
            truth(stalemate || moves && over)
        }
        "IsRepetition" => truth(earlier >= 1),
        "IsMyMateInTwo" => {
            let replies = after.after_all();
            truth(!replies.is_empty() && replies.iter().all(Slow::can_mate))
        }
        "KingsProximity" => 8 - apart_in(after),
        "AreKingsCloser" => truth(apart_in(after) < apart_in(before)),
        "NumSquaresOppKingShutOut" => 64 - after.room(opponent),
        "IsOppKingRoomSmaller" => truth(after.room(opponent) < before.room(opponent)),
        "IsOppKingRoomNotLarger" => truth(after.room(opponent) <= before.room(opponent)),
        "IsMyGainInTwo" => {
            let replies = after.after_all();
            truth(!replies.is_empty() && replies.iter().all(Slow::can_gain))
        }
        "IsMyGainByChecks" => {
            let gains = |reply: &Slow| reply.gains_by_checks(1);
            truth(after.in_check(opponent) && after.after_all().iter().all(gains))
        }
        "IsOppCheckHarmless" => {
            let mut checks = after.after_all();
            checks.retain(|check| check.in_check(me));
            let wins = |check: &Slow| check.after_all().iter().all(Slow::can_gain);
            truth(!checks.iter().any(wins))
        }
        _ => panic!("{name} is not known here"),
    };
    number.into()
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

fn from_edge((file, rank): Place) -> i32 {
    [file, 7 - file, rank, 7 - rank].into_iter().min().unwrap()
}

fn apart(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}
