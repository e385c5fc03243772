package io.weir.perf.workload;

import io.weir.perf.process.Cpu;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs work at a pace and counts it, round by round.
 *
 * <p>Any thread; nothing blocks. After the last round no operation begins, and those in flight have
 * {@link #PATIENCE} to be answered. Their latency counts in the last round, whose length does not
 * grow. An operation that is not answered by then is a failure named {@value #UNANSWERED}.
 *
 * @param server processor time of the measured process
 * @param load processor time of the load
 */
public record Driver(LoadClock time, Cpu server, Cpu load) {

  static final Duration PATIENCE = Duration.ofSeconds(5);
  static final String UNANSWERED = "Unanswered";

  /** Returns the rounds in order when the last one is over and all operations have ended. */
  public Mono<List<Round>> run(Work work, OperationDraws draws, Pace pace, Rounds rounds) {
    return pace instanceof OneByOne
        ? oneByOne(work, draws, rounds.count())
        : inRounds(work, draws, pace, rounds);
  }

  private Mono<List<Round>> oneByOne(Work work, OperationDraws draws, int count) {
    var runner = new OperationRunner(work, draws, new OperationCounters(), time);
    var meter = new RoundMeter(this, runner.tally());
    return Flux.range(0, count)
        .concatMap(number -> {
          var drawn = draws.next();
          var operation = work.carryOut(drawn);
          meter.begin();
          return runner
              .begin(drawn, operation, time.now())
              .publishOn(time.rounds()) // reading processor times may block
              .map(any -> meter.cut());
        })
        .collectList();
  }

  private Mono<List<Round>> inRounds(Work work, OperationDraws draws, Pace pace, Rounds rounds) {
    return Mono.defer(() -> {
      var stopped = new AtomicBoolean();
      var tally = new OperationCounters();
      var measured =
          rounds(tally, rounds).doOnTerminate(() -> stopped.set(true)).cache();
      var load = pace.run(new OperationRunner(work, draws, tally, time), stopped::get)
          .takeUntilOther(measured.then(Mono.delay(PATIENCE, time.rounds())));
      return Mono.when(measured, load).then(measured).map(list -> withTail(list, tally));
    });
  }

  private Mono<List<Round>> rounds(OperationCounters tally, Rounds rounds) {
    var meter = new RoundMeter(this, tally);
    return Mono.delay(rounds.warmup(), time.rounds())
        .doOnNext(any -> meter.begin())
        .thenMany(Flux.range(0, rounds.count()))
        .concatMap(round -> Mono.delay(rounds.round(), time.rounds()))
        .map(any -> meter.cut())
        .collectList();
  }

  private static List<Round> withTail(List<Round> rounds, OperationCounters tally) {
    var last = rounds.size() - 1;
    var all = new ArrayList<>(rounds);
    all.set(last, rounds.get(last).withTail(tally.cut(), tally.underWay()));
    return List.copyOf(all);
  }
}
