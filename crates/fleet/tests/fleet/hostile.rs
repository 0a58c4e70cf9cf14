//! Workers and servers that do what they should not: the outcomes are always right, and
//! the fault is named.

use std::thread;
use std::time::Duration;

use async_nats::jetstream::{self, consumer::PullConsumer};
use evo::{Courier, Failure, Kind, Note, Unfinished, portable};
use fleet::wire::{self, Answer, Batch};
use fleet::{Access, Build, Fleet, LinkError, names};
use futures_util::StreamExt;

use crate::toy::{self, Squares, generation};
use crate::world::{World, build, setup, told, until};

const SHORT: Duration = Duration::from_millis(5);

/// Does squares wrongly, now and then or always.
struct Liar {
    always: bool,
}

impl portable::Bench for Liar {
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure> {
        let task: u64 = portable::read(task)?;
        thread::sleep(SHORT);
        let lie = u64::from(self.always || task % 10 == 3);
        Ok(portable::written(&vec![task * task + 7 + lie]))
    }
}

/// Workers that know squares and open them like this.
fn kinds(open: fn() -> Result<Box<dyn portable::Bench>, Failure>) -> Vec<Kind> {
    vec![Kind::new("squares", move |_| open())]
}

fn lying() -> Vec<Kind> {
    kinds(|| Ok(Box::new(Liar { always: true })))
}

/// Gives what is no outcome.
struct Confused;

impl portable::Bench for Confused {
    fn run(&self, _: &[u8]) -> Result<Vec<u8>, Failure> {
        Ok(b"nonsense".to_vec())
    }
}

/// The fault must be named; a slow machine may add others.
fn named(fleet: &Fleet, fault: &str) {
    let told = told(&fleet.notes());
    assert!(told.iter().any(|what| what == fault), "{told:?}");
}

#[test]
fn two_workers_do_a_generation() {
    let world = World::new();
    let (_one, _other) = (world.hire("one"), world.hire("other"));
    let fleet = world.fleet(0.1);
    for _ in 0..3 {
        generation(&fleet, 200, SHORT).unwrap();
    }
    let notes = fleet.notes();
    for name in ["one", "other"] {
        assert!(notes.contains(&Note::Joined(name.into())), "{notes:?}");
    }
}

#[test]
fn a_liar_is_found_out_and_its_outcomes_are_done_again() {
    let world = World::new();
    let liar = world.hire_as("liar", build(), lying());
    let _honest = world.hire("honest");
    let fleet = world.fleet(0.02);
    generation(&fleet, 200, SHORT).unwrap();
    named(&fleet, "liar gave wrong outcomes");
    let refused = liar.await_end().unwrap_err();
    assert!(
        matches!(&refused, LinkError::Refused(why) if why == "it gave wrong outcomes"),
        "{refused}"
    );
    // And does not get in again.
    let again = world.hire_as("liar", build(), lying());
    generation(&fleet, 200, SHORT).unwrap();
    assert!(again.await_end().is_err());
}

#[test]
fn a_lie_in_a_recorded_generation_undoes_it() {
    let world = World::new();
    // One outcome in ten is a lie: that none of forty is checked must not happen.
    let fleet = world.fleet(0.5);
    fleet.remember("liar", None);
    let sometimes = kinds(|| Ok(Box::new(Liar { always: false })));
    let _liar = world.hire_as("liar", build(), sometimes);
    let undone = generation(&fleet, 400, SHORT).unwrap_err();
    assert_eq!(
        undone,
        Unfinished::Undone("liar gave wrong outcomes, and took part in earlier generations".into())
    );
    let _honest = world.hire("honest");
    generation(&fleet, 200, SHORT).unwrap();
}

#[test]
fn what_cannot_be_an_outcome_is_not_taken() {
    let world = World::new();
    let _confused = world.hire_as("confused", build(), kinds(|| Ok(Box::new(Confused))));
    let _honest = world.hire("honest");
    let fleet = world.fleet(0.02);
    generation(&fleet, 100, SHORT).unwrap();
    named(
        &fleet,
        "confused sent what cannot be an outcome of the task",
    );
}

#[test]
fn a_worker_that_cannot_do_a_task_is_no_liar() {
    let world = World::new();
    let unable = kinds(|| Err(Failure::new("no memory")));
    let _unable = world.hire_as("unable", build(), unable);
    let _honest = world.hire("honest");
    let fleet = world.fleet(0.02);
    generation(&fleet, 200, SHORT).unwrap();
    let told = told(&fleet.notes());
    let named = "unable could not do its tasks: squares: no memory";
    assert!(told.iter().any(|what| what == named), "{told:?}");
    assert!(!told.iter().any(|what| what.contains("wrong")), "{told:?}");
}

/// Gives more than a message can carry.
struct Talkative;

impl portable::Bench for Talkative {
    fn run(&self, _: &[u8]) -> Result<Vec<u8>, Failure> {
        Ok(vec![0; wire::MOST_UNFOLDED])
    }
}

#[test]
fn tasks_that_no_worker_can_do_are_done_by_the_run() {
    let world = World::new();
    let _talkative = world.hire_as("talkative", build(), kinds(|| Ok(Box::new(Talkative))));
    let fleet = world.fleet(0.02);
    generation(&fleet, 3, SHORT).unwrap();
    let told = told(&fleet.notes());
    let named = |part: &str| told.iter().any(|what| what.contains(part));
    assert!(
        named("talkative could not do its tasks: its outcomes are a message of"),
        "{told:?}"
    );
    for task in 0..3 {
        let part = format!("task {task} was given out 3 times in vain; done here");
        assert!(named(&part), "{told:?}");
    }
}

#[test]
fn another_version_is_refused_with_the_reason() {
    let world = World::new();
    let old = Build {
        version: "0.9".into(),
        probe: 1,
    };
    let old = world.hire_as("old", old, toy::kinds());
    let _new = world.hire("new");
    let fleet = world.fleet(0.02);
    let why = "it is galapagos 0.9, probe 1; the run is of galapagos 1.0, probe 1";
    let fault = format!("old is refused: {why}");
    until(|| {
        generation(&fleet, 100, SHORT).unwrap();
        told(&fleet.notes()).contains(&fault)
    });
    assert!(matches!(old.await_end(), Err(LinkError::Refused(told)) if told == why));
}

#[test]
fn a_server_may_be_stopped_and_started() {
    let mut world = World::new();
    let (_one, _other) = (world.hire("one"), world.hire("other"));
    let fleet = world.fleet(0.02);
    thread::scope(|scope| {
        let run = scope.spawn(|| (0..3).try_for_each(|_| generation(&fleet, 200, SHORT)));
        thread::sleep(Duration::from_millis(700));
        world.crash_server(Duration::from_millis(300));
        run.join().unwrap().unwrap();
    });
}

/// A program of its own that speaks to the server as it likes.
async fn rogue(world: &World) -> (jetstream::Context, PullConsumer) {
    let client = async_nats::connect(world.access().url).await.unwrap();
    let context = jetstream::new(client);
    let tasks = context.get_stream(names::TASKS).await.unwrap();
    let consumer = names::consumer(&build().id());
    (context, tasks.get_consumer(&consumer).await.unwrap())
}

pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}

/// Takes some batches and does with them what `treat` does; other workers do the rest.
fn with_rogue(
    tasks: u64,
    batches: usize,
    treat: impl AsyncFn(&jetstream::Context, jetstream::Message, Batch),
) -> Vec<String> {
    let world = World::new();
    let fleet = world.fleet(0.02);
    thread::scope(|scope| {
        let run = scope.spawn(|| generation(&fleet, tasks, SHORT));
        block_on(async {
            let (context, consumer) = rogue(&world).await;
            let mut messages = consumer.messages().await.unwrap();
            for _ in 0..batches {
                let message = messages.next().await.unwrap().unwrap();
                let batch = wire::read(&message.payload).unwrap();
                treat(&context, message, batch).await;
            }
        });
        let _honest = world.hire("honest");
        run.join().unwrap().unwrap();
    });
    told(&fleet.notes())
}

#[test]
fn an_answer_that_never_comes_holds_nothing_up() {
    // Acknowledged, as if they were done.
    let told = with_rogue(50, 2, async |_, message, _| {
        message.double_ack().await.unwrap()
    });
    assert!(
        told.iter()
            .any(|what| what.contains("was not answered in time; given out again")),
        "{told:?}"
    );
}

#[test]
fn damaged_and_oversized_answers_are_named() {
    for (payload, named) in [
        (
            b"no message at all".to_vec(),
            "it sent a message that cannot be unfolded",
        ),
        (
            wire::write(&"something else"),
            "it sent a message that cannot be read",
        ),
        (
            vec![0; 1 << 20],
            "it sent a message that cannot be unfolded",
        ),
        // A few bytes that would fill the memory.
        (
            wire::write(&vec![0_u8; wire::MOST_UNFOLDED]),
            "it sent a message that cannot be unfolded",
        ),
    ] {
        let told = with_rogue(50, 1, async |context, message, batch| {
            let subject = names::outcome(&batch.run, "rogue");
            let sent = context.publish(subject, payload.clone().into()).await;
            sent.unwrap().await.unwrap();
            message.double_ack().await.unwrap();
        });
        assert!(
            told.contains(&format!("rogue is refused: {named}")),
            "{told:?}"
        );
    }
}

#[test]
fn answers_that_come_twice_or_late_change_nothing() {
    let told = with_rogue(60, 2, async |context, message, batch| {
        let bench = toy::kinds()[0].open(&portable::written(&Squares {
            common: 7,
            length: SHORT,
        }));
        let bench = bench.unwrap();
        let tasks = batch.tasks.iter().map(|task| bench.run(task));
        let answer = Answer {
            number: batch.number,
            build: build(),
            result: Ok(tasks.collect::<Result<_, _>>().unwrap()),
            micros: 1000,
        };
        let context = context.clone();
        let subject = names::outcome(&batch.run, "rogue");
        for _ in 0..3 {
            let sent = context
                .publish(subject.clone(), wire::write(&answer).into())
                .await;
            sent.unwrap().await.unwrap();
        }
        // Not acknowledged: another worker does it, too.
        drop(message);
    });
    assert!(!told.iter().any(|what| what.contains("rogue")), "{told:?}");
}

#[test]
fn a_volunteer_can_take_tasks_and_give_outcomes_and_nothing_else() {
    let user = |name: &str| fleet::server::User {
        name: name.into(),
        password: format!("{name}-secret"),
    };
    let mut world = World::with(|server| {
        server.owner = Some(user("owner"));
        server.volunteers = vec![user("ann"), user("bob")];
    });
    let as_user = |world: &World, name: &str| {
        Some(Access {
            url: format!("nats://{name}:{name}-secret@{}", world.server.listen),
            ..Access::default()
        })
    };
    let stranger = Fleet::connect(world.access(), setup(0.02), Box::new(|_| {}));
    assert!(matches!(stranger, Err(LinkError::Connect { .. })));
    world.access = as_user(&world, "owner");
    let fleet = world.fleet(0.02);
    world.access = as_user(&world, "ann");
    let _ann = world.hire("ann");
    generation(&fleet, 50, SHORT).unwrap();
    assert!(fleet.notes().contains(&Note::Joined("ann".into())));
    // In another's name, or into the queue, nothing gets through.
    block_on(async {
        let client = async_nats::ConnectOptions::new()
            .custom_inbox_prefix("_INBOX_bob")
            .user_and_password("bob".into(), "bob-secret".into())
            .connect(world.server.listen.to_string())
            .await
            .unwrap();
        let mut context = jetstream::new(client);
        context.set_timeout(Duration::from_millis(300));
        for subject in [
            names::outcome("run", "ann"),
            names::task(&build().id(), "run"),
            format!("$JS.API.STREAM.DELETE.{}", names::TASKS),
        ] {
            let sent = context
                .publish(subject.clone(), "x".into())
                .await
                .unwrap()
                .await;
            assert!(sent.is_err(), "{subject}");
        }
    });
    until(|| generation(&fleet, 10, SHORT).is_ok());
}
