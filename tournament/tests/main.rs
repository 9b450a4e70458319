//! The tests of the runner through its library and its program. One program, a
//! module for each subject.

mod audit;
mod check;
mod cli;
mod config;
mod documents;
mod endings;
mod evidence;
mod export;
mod fairy;
mod files;
mod follow;
mod formats;
mod fuzzing;
mod games;
mod gomocup;
mod journal;
mod keys;
mod ladder;
mod live;
mod live_door;
mod machines;
mod outputs;
mod replay;
mod report;
mod report_parts;
mod simulation;
mod support;
mod tune;
mod words;
mod zoo;
