//! The weights of the engine's evaluation, for the middlegame and the endgame. They were fitted to games of the engine with
//! itself by `examples/tune`, which writes this file.

use plywood_eval::{Feature, Tapered, Weights};

const fn of(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The fitted weights, in the order of `Feature::ALL`.
pub(crate) const FITTED: Weights = Weights::new(ALL);

#[rustfmt::skip]
const ALL: [Tapered; Feature::WEIGHTS] = [
    // piece
    of(75, 110), of(318, 312), of(341, 330), of(431, 541), of(968, 987),
    // pawn square
    of(-8, 4), of(-3, 2), of(-2, 0), of(6, -2), of(6, -2), of(-2, 0), of(-3, 2), of(-8, 4),
    of(-6, 13), of(-1, -7), of(-7, -10), of(5, 10), of(0, 5), of(1, 2), of(6, 3), of(-16, -5),
    of(-7, -9), of(-3, -14), of(4, 0), of(2, -6), of(2, -3), of(2, -1), of(-3, -1), of(-4, 0),
    of(-4, 18), of(-9, 3), of(6, 8), of(9, 0), of(5, -7), of(4, -10), of(7, -1), of(-18, 9),
    of(6, 16), of(-3, 18), of(4, 2), of(25, 1), of(10, 1), of(1, 5), of(10, 4), of(-4, 1),
    of(1, 19), of(13, 21), of(19, 26), of(18, 12), of(22, 18), of(27, 21), of(2, 16), of(4, 28),
    of(24, 46), of(26, 41), of(28, 40), of(38, 42), of(36, 35), of(29, 42), of(22, 39), of(23, 42),
    of(-8, 4), of(-3, 2), of(-2, 0), of(6, -2), of(6, -2), of(-2, 0), of(-3, 2), of(-8, 4),
    // knight square
    of(-51, -42), of(-33, -28), of(-25, -18), of(-28, -20), of(-15, -13), of(-27, -20), of(-34, -31), of(-49, -40),
    of(-33, -24), of(-26, -17), of(-8, -18), of(-16, -10), of(-7, 1), of(-15, -4), of(-20, -16), of(-36, -27),
    of(-21, -16), of(-3, 0), of(-14, 11), of(18, 5), of(15, 5), of(3, -13), of(-5, -5), of(-18, -14),
    of(-5, -4), of(4, 2), of(15, 1), of(9, 17), of(0, 11), of(22, 7), of(5, -1), of(-8, -15),
    of(-14, -9), of(0, 4), of(12, 9), of(21, 17), of(26, 15), of(20, 12), of(10, 2), of(-15, -11),
    of(-9, -15), of(7, -3), of(13, 2), of(22, 12), of(17, 8), of(14, 5), of(3, -1), of(-9, -16),
    of(-33, -31), of(-14, -14), of(1, -6), of(2, -2), of(6, -3), of(1, -6), of(-13, -15), of(-24, -24),
    of(-49, -39), of(-32, -28), of(-22, -21), of(-17, -16), of(-16, -17), of(-22, -21), of(-33, -29), of(-46, -39),
    // bishop square
    of(-18, -10), of(-5, -3), of(-7, -6), of(-7, -1), of(-8, -3), of(-16, -8), of(-8, -7), of(-19, -9),
    of(-8, -8), of(23, -7), of(6, -10), of(7, -1), of(23, -9), of(4, -5), of(13, 0), of(-4, -10),
    of(2, -4), of(9, 5), of(5, 2), of(-3, 6), of(8, 8), of(20, 1), of(-1, -9), of(8, 4),
    of(6, -2), of(11, 3), of(-4, 5), of(4, -2), of(1, 2), of(0, 11), of(13, 5), of(-1, -3),
    of(-3, 1), of(-2, 2), of(9, -1), of(-2, 6), of(7, 1), of(3, 8), of(-3, 1), of(-6, -6),
    of(-4, -5), of(6, 4), of(-4, -3), of(5, 1), of(2, 2), of(5, 4), of(-6, -2), of(-2, -5),
    of(-13, -8), of(-8, -6), of(-9, -2), of(-2, 4), of(-3, -1), of(-7, -3), of(-7, -4), of(-14, -9),
    of(-17, -10), of(-10, -8), of(-13, -5), of(-9, -4), of(-9, -4), of(-12, -5), of(-10, -8), of(-20, -13),
    // rook square
    of(-19, -8), of(-16, -2), of(-3, -9), of(8, -18), of(13, -9), of(7, 2), of(1, 5), of(-6, -4),
    of(-17, 2), of(-10, -8), of(-3, -2), of(-1, -6), of(0, -3), of(-9, -10), of(-10, -1), of(-33, -11),
    of(-7, 8), of(-5, 0), of(-7, -1), of(0, -4), of(4, -1), of(-5, -2), of(-11, -1), of(-5, -2),
    of(4, 5), of(-8, 2), of(-1, 1), of(-1, -1), of(3, 0), of(-2, 0), of(-7, 1), of(-18, 2),
    of(-6, 2), of(1, 6), of(4, 5), of(2, 0), of(6, 4), of(0, 2), of(-1, 3), of(1, 0),
    of(0, 5), of(4, 6), of(7, 8), of(12, 5), of(10, 3), of(11, 7), of(3, 6), of(2, 8),
    of(7, 5), of(7, 11), of(16, 9), of(15, 2), of(13, 4), of(16, 8), of(8, 3), of(2, 8),
    of(2, 6), of(3, 2), of(8, 6), of(9, 3), of(10, 3), of(9, 11), of(3, 5), of(-3, 5),
    // queen square
    of(3, -21), of(-6, -16), of(-13, -10), of(-1, -14), of(4, -9), of(-3, -11), of(-3, -16), of(-8, -22),
    of(5, -15), of(-3, -9), of(5, -5), of(2, -1), of(21, -1), of(6, -6), of(-2, -12), of(-5, -17),
    of(10, -4), of(-4, -6), of(5, 3), of(-9, 6), of(0, 7), of(-6, 3), of(9, -1), of(3, -7),
    of(0, -1), of(-1, 2), of(3, 12), of(5, 13), of(1, 12), of(-4, 9), of(-1, 4), of(-6, -3),
    of(-7, 1), of(-3, 6), of(-3, 11), of(5, 15), of(1, 14), of(4, 12), of(2, 7), of(-6, 1),
    of(-10, -3), of(-2, 5), of(7, 12), of(0, 13), of(1, 13), of(4, 11), of(0, 4), of(-4, -1),
    of(-7, -7), of(-5, 0), of(-7, 4), of(-6, 8), of(-6, 7), of(-5, 5), of(-7, -1), of(-6, -5),
    of(-8, -13), of(-8, -8), of(-2, -1), of(-2, 3), of(-3, 1), of(-3, 0), of(-9, -7), of(-9, -12),
    // king square
    of(36, -34), of(36, -30), of(24, -24), of(-9, -20), of(-5, -27), of(5, -28), of(35, -24), of(26, -48),
    of(19, -26), of(20, -17), of(-9, -7), of(-18, -10), of(-28, -2), of(-2, -6), of(16, -13), of(24, -22),
    of(-12, -14), of(-9, -3), of(-33, 6), of(-33, 16), of(-36, 6), of(-34, 12), of(-4, 4), of(-9, -8),
    of(-32, -4), of(-29, 4), of(-53, 17), of(-57, 22), of(-59, 12), of(-52, 21), of(-27, 8), of(-31, 2),
    of(-47, 5), of(-44, 15), of(-69, 20), of(-73, 23), of(-74, 26), of(-68, 24), of(-44, 17), of(-48, 3),
    of(-53, 5), of(-50, 13), of(-74, 20), of(-80, 25), of(-80, 26), of(-74, 24), of(-51, 15), of(-54, 5),
    of(-58, -4), of(-53, 5), of(-78, 13), of(-84, 16), of(-84, 17), of(-78, 13), of(-54, 5), of(-58, -6),
    of(-60, -22), of(-56, -12), of(-80, -4), of(-86, 0), of(-86, 1), of(-80, -3), of(-56, -11), of(-60, -22),
    // knight mobility
    of(-42, -45), of(-19, -28), of(-11, -18), of(-2, 2), of(4, 10), of(11, 14), of(9, 17), of(17, 20),
    of(11, 7),
    // bishop mobility
    of(-24, -38), of(-11, -27), of(-7, -9), of(-6, -3), of(6, 2), of(11, 20), of(13, 15), of(20, 26),
    of(21, 20), of(17, 25), of(25, 25), of(26, 26), of(26, 24), of(30, 27),
    // rook mobility
    of(-25, -46), of(-10, -30), of(-4, -10), of(-2, -1), of(0, 4), of(0, 11), of(-4, 16), of(-5, 21),
    of(1, 26), of(1, 25), of(5, 29), of(4, 29), of(15, 39), of(13, 36), of(22, 45),
    // queen mobility
    of(-29, -40), of(-14, -35), of(-19, -31), of(-7, -25), of(-8, -23), of(1, -16), of(-8, -8), of(-4, -3),
    of(0, 2), of(3, 7), of(5, 8), of(2, 15), of(0, 22), of(9, 25), of(5, 28), of(10, 32),
    of(14, 39), of(22, 42), of(22, 41), of(19, 41), of(18, 41), of(19, 42), of(19, 41), of(18, 42),
    of(18, 42), of(18, 43), of(18, 43), of(18, 44),
    // doubled
    of(-9, -20),
    // isolated
    of(-2, -1),
    // isolated unopposed
    of(-12, -8),
    // backward
    of(-6, -3),
    // backward unopposed
    of(-19, -13),
    // blocked
    of(-3, -5),
    // islands
    of(3, -5),
    // chained
    of(0, 0), of(0, 0), of(10, 1), of(10, -1), of(10, 15), of(23, 28), of(40, 52), of(0, 0),
    // abreast
    of(0, 0), of(4, -3), of(5, -3), of(2, 8), of(25, 22), of(37, 46), of(60, 82), of(0, 0),
    // passed
    of(0, 0), of(9, 11), of(-6, 11), of(1, 31), of(23, 48), of(53, 91), of(69, 129), of(0, 0),
    // candidate
    of(0, 0), of(7, 7), of(10, 15), of(1, 10), of(3, 24), of(18, 39), of(0, 0), of(0, 0),
    // passed free
    of(0, 0), of(0, 1), of(-5, 1), of(-9, 10), of(7, 17), of(6, 22), of(15, 40), of(0, 0),
    // passed safe
    of(0, 0), of(-1, 2), of(0, 2), of(1, 7), of(6, 19), of(14, 32), of(24, 54), of(0, 0),
    // passed own king
    of(-3, -6),
    // passed enemy king
    of(3, 11),
    // passed rook behind
    of(11, 16),
    // passed hunted
    of(-7, -23),
    // unstoppable
    of(0, 420),
    // shelter
    of(-23, 2), of(11, 2), of(19, -2), of(-8, 0), of(0, 2), of(-10, -4), of(-9, 0), of(0, 0),
    // shelter beside
    of(-13, 3), of(14, 6), of(14, 4), of(0, -7), of(-5, -1), of(-12, -5), of(-5, 0), of(0, 0),
    // storm
    of(-11, -5), of(2, 3), of(-18, 8), of(-5, 9), of(-14, 0), of(13, -2), of(1, -5), of(0, 0),
    // storm blocked
    of(0, 0), of(0, 0), of(-8, -3), of(-2, -8), of(-7, -4), of(3, 8), of(-12, -7), of(0, 0),
    // can castle
    of(11, -5),
    // king danger
    of(-2, -15), of(-5, -5), of(-9, 0), of(-1, 3), of(-6, 0), of(5, 7), of(13, 7), of(24, 11),
    of(28, 12), of(40, 13), of(44, 16), of(54, 12), of(59, 13), of(74, 15), of(80, 15), of(91, 15),
    of(103, 16), of(115, 17), of(130, 18), of(144, 19), of(160, 20), of(176, 21), of(193, 22), of(211, 23),
    of(230, 24), of(250, 25), of(270, 26), of(291, 27), of(313, 28), of(336, 29), of(360, 30), of(384, 31),
    // bishop pair
    of(7, 51),
    // central knight
    of(-3, 2),
    // knight outpost
    of(25, 26),
    // bishop outpost
    of(24, 20),
    // long diagonal
    of(7, 3),
    // bad bishop
    of(-7, -4),
    // rook open file
    of(25, 11),
    // rook half open file
    of(15, 14),
    // rook on seventh
    of(3, 15),
    // doubled rooks
    of(5, -2),
    // blocked major
    of(2, -3),
    // trapped rook
    of(-30, -9),
    // minor behind pawn
    of(2, 16),
    // hanging
    of(21, 26),
    // pawn threat
    of(-4, -1), of(56, 25), of(51, 34), of(61, 38), of(57, 40),
    // minor threat
    of(-8, 26), of(19, 17), of(18, 20), of(43, 35), of(39, 43),
    // rook threat
    of(0, 17), of(21, 12), of(29, 27), of(6, 7), of(47, 41),
    // king threat
    of(13, 24),
    // push threat
    of(14, 3),
    // fork
    of(19, 14),
    // pin
    of(6, 15),
    // x-ray
    of(23, 7),
    // center pawn
    of(5, -13),
    // center control
    of(-2, 7),
    // room
    of(0, 7),
    // tempo
    of(27, 13),
];
