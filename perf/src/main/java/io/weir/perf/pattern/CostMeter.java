package io.weir.perf.pattern;

import io.weir.perf.process.Cpu;
import io.weir.perf.report.Measurement;
import io.weir.perf.target.WrongAnswer;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Carries ways out, one after another, and remembers what they cost. All ways of a question must
 * return equally many items. Belongs to one thread, which blocks.
 */
final class CostMeter {

  private static final Duration PATIENCE = Duration.ofMinutes(60);

  /** One of so many repetitions is added before the measured ones, to warm the server up. */
  private static final int WARM_UP_SHARE = 4;

  /** The numbers of a cost besides its time, each for one repetition. */
  static final String REQUESTS = "requests";

  static final String READ = "entities read";
  static final String WRITTEN = "written";
  static final String STORED = "KiB stored";

  private static final double KIB = 1 << 10;

  private final int employees;
  private final CallCounts counts;
  private final List<Cpu> servers;
  private final Consumer<String> progress;
  private final List<Measurement> costs = new ArrayList<>();
  private final Map<String, Long> items = new HashMap<>();

  /**
   * Returns a meter.
   *
   * @param employees of the largest tables
   * @param servers whose processor time counts
   * @param progress hears of each cost
   */
  CostMeter(int employees, CallCounts counts, List<Cpu> servers, Consumer<String> progress) {
    this.employees = employees;
    this.counts = counts;
    this.servers = List.copyOf(servers);
    this.progress = progress;
  }

  /** Returns a meter of the same counters that adds the processor time of another server. */
  CostMeter with(Cpu other) {
    var all = new ArrayList<>(servers);
    all.add(other);
    return new CostMeter(employees, counts, all, progress);
  }

  List<Measurement> costs() {
    return List.copyOf(costs);
  }

  /** A question of a pattern. Its ways are measured one after another. */
  final class Question {

    private final String pattern;
    private final String text;
    private final int times;

    private Question(String pattern, String text, int times) {
      this.pattern = pattern;
      this.text = text;
      this.times = times;
    }

    /** Returns this question with another number of repetitions. */
    Question times(int others) {
      return new Question(pattern, text, others);
    }

    Question naive(String way, IntFunction<Publisher<?>> once) {
      return add(way, Kind.NAIVE, once);
    }

    Question pattern(String way, IntFunction<Publisher<?>> once) {
      return add(way, Kind.PATTERN, once);
    }

    Question natively(String way, IntFunction<Publisher<?>> once) {
      return add(way, Kind.NATIVE, once);
    }

    private Question add(String way, Kind kind, IntFunction<Publisher<?>> once) {
      costs.add(measure(this, way, kind, once));
      return this;
    }
  }

  /**
   * Returns a question of which each way is carried out so many times, after a warm-up of a quarter
   * as many.
   */
  Question ask(String pattern, String text, int times) {
    return new Question(pattern, text, times);
  }

  /** The kind of a way: without the pattern, with it, or by a feature of the service. */
  enum Kind {
    NAIVE,
    PATTERN,
    NATIVE
  }

  private Measurement measure(
      Question question, String way, Kind kind, IntFunction<Publisher<?>> once) {
    var warmups = question.times / WARM_UP_SHARE;
    carryOut(0, warmups, once);
    var counted = counts.now();
    var clock = RoundClock.begin(this::processorTime);
    var returned = carryOut(warmups, question.times, once);
    var round = clock.end(question.times, returned, RoundClock.latencies());
    requireSame(question, way, returned);
    return cost(question, way, kind, counts.now().since(counted), round);
  }

  private Measurement cost(
      Question question, String way, Kind kind, CallCounts.Reading difference, Round round) {
    double times = question.times;
    var counted = round
        .with("times", times)
        .with(REQUESTS, difference.requests() / times)
        .with(READ, difference.read() / times)
        .with(WRITTEN, difference.written() / times);
    var target = kind.name().toLowerCase(Locale.ROOT) + ": " + way;
    progress.accept("  " + target);
    return Measurement.of(
        target,
        "",
        question.pattern + ": " + question.text,
        employees,
        new OneByOne(),
        List.of(counted));
  }

  /**
   * Carries out a load of a question once, and remembers its cost with what it has stored.
   *
   * @param load returns the bytes that were stored
   */
  void store(Question question, String way, Kind kind, Load load) throws IOException {
    var counted = counts.now();
    var clock = RoundClock.begin(this::processorTime);
    load.run();
    var round = clock.end(1);
    var difference = counts.now().since(counted);
    costs.add(cost(question, way, kind, difference, round.with(STORED, load.storedBytes() / KIB)));
  }

  /** A load, and what it has stored. */
  interface Load {
    void run() throws IOException;

    long storedBytes() throws IOException;
  }

  private static long carryOut(int from, int times, IntFunction<Publisher<?>> once) {
    return Flux.range(from, times)
        .concatMap(i -> Mono.defer(() -> Flux.from(once.apply(i)).count()))
        .reduce(0L, Long::sum)
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private void requireSame(Question question, String way, long returned) {
    var each = returned / question.times;
    var others = items.putIfAbsent(question.pattern + ": " + question.text, each);
    if (others != null && others != each) {
      throw new WrongAnswer("pattern=" + question.pattern + " question=" + question.text + " way="
          + way + " items=" + each + " others=" + others);
    }
  }

  private Duration processorTime() {
    return servers.stream()
        .map(server -> server.used().minus(server.compiling()))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
