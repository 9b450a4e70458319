//! The workers that play a tournament or a tuning, and what they log.

pub mod dialects;
pub mod logs;
pub mod notices;
pub mod tournament;
pub mod tune;
