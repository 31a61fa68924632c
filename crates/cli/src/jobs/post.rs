//! Messages between processes: JSON, a line each, over a pipe.
//!
//! Whoever reads does so in a thread of its own, so that nobody ever waits for the other side to read.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// The messages, until the other side is gone or says what cannot be understood.
pub fn receive<T: DeserializeOwned>(from: impl BufRead) -> impl Iterator<Item = T> {
    from.split(b'\n').map_while(|line| serde_json::from_slice(&line.ok()?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::config::Seed;
    use engine::parts::{Limited, News, Order, Parcel, Report};
    use engine::results::StopReason;
    use engine::snapshot::{Prefix, Snapshot};

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let news = News { bugs: vec![("abort".to_owned(), (1, 2))], blocks: vec![3], edges: vec![] };
        let orders = [Order::Give, Order::Know(news), Order::Allow(Limited::Forks, 7), Order::Stop(StopReason::Time)];
        let mut pipe = Vec::new();
        orders.iter().for_each(|order| send(&mut pipe, order).unwrap());
        pipe.extend(b"{\"half");
        assert_eq!(receive::<Order>(pipe.as_slice()).collect::<Vec<_>>(), orders);
    }

    #[test]
    fn snapshots_travel_with_their_states() {
        let states = vec![Prefix { steps: "1 2*3@ff".to_owned(), new: true, ..Prefix::default() }];
        let run = Box::new(Snapshot { states: states.clone(), ..Snapshot::default() });
        let reports = [
            Report::Saved(run.clone()),
            Report::Stopped(StopReason::Paths, run),
            Report::Given(Parcel {
                variables: vec![("x".to_owned(), 0, 1, 8)],
                states,
                seeds: vec![Seed::Bytes(vec![7])],
            }),
        ];
        let mut pipe = Vec::new();
        reports.iter().for_each(|report| send(&mut pipe, report).unwrap());
        assert_eq!(receive::<Report>(pipe.as_slice()).collect::<Vec<_>>(), reports);
    }
}
