package io.weir.pattern.process;

import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.follow.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The options of a {@link ChangeProcessor}, made by {@link #of}. All members of a processor must
 * have equal options but for the listener and {@code concurrency}.
 *
 * <p>See {@link Builder} for defaults, units and ranges.
 */
public record ProcessorOptions(
    String name,
    FeedScope scope,
    FeedStart start,
    TableName leases,
    TableName deadLetters,
    Duration leaseDuration,
    PositionPace positions,
    int concurrency,
    HandlerRetries retries,
    boolean restartAtBeginning,
    Consumer<ProcessorEvent> listener,
    Environment environment) {

  /**
   * How often the position of a group is written.
   *
   * @param changes at the latest after so many handled changes
   * @param interval at the latest this time after a handled change
   * @param idle at the latest this time after the feed went on without changes
   */
  record PositionPace(int changes, Duration interval, Duration idle) {}

  /** Time, randomness and names. */
  record Environment(
      Scheduler timers,
      LongSupplier nanoClock,
      DoubleSupplier random,
      Supplier<String> memberNames) {}

  /**
   * Returns what repeats requests whose failure may pass, for as long as a lease is held. All other
   * failures end a member.
   */
  Patience patience() {
    return new Patience(
        retries.first(),
        retries.longest(),
        environment.random(),
        environment.timers(),
        failure -> listener.accept(new ProcessorEvent.ServiceFailing(failure)));
  }

  /**
   * Begins the options of a processor. Members share the partition groups if they have its name and
   * its table of leases.
   */
  public static Builder of(String name, FeedScope scope) {
    return new Builder(name, scope);
  }

  /** Collects options. Belongs to one thread. */
  public static final class Builder {

    private final String name;
    private final FeedScope scope;
    private FeedStart start = FeedStart.NOW;
    private TableName leases = new TableName("WeirProcessors");
    private TableName deadLetters = new TableName("WeirDeadLetters");
    private Duration leaseDuration = Duration.ofSeconds(15);
    private int positionChanges = 1_000;
    private Duration positionInterval = Duration.ofSeconds(5);
    private Duration idleInterval = Duration.ofMinutes(1);
    private int concurrency = 16;
    private HandlerRetries retries =
        new HandlerRetries(8, Duration.ofMillis(100), Duration.ofSeconds(30));
    private boolean restartAtBeginning;
    private Consumer<ProcessorEvent> listener = event -> {};
    private Scheduler timers = Schedulers.parallel();
    private LongSupplier nanoClock = System::nanoTime;
    private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
    private Supplier<String> memberNames = () -> UUID.randomUUID().toString();

    private Builder(String name, FeedScope scope) {
      this.name = name;
      this.scope = scope;
    }

    /**
     * Where the processor starts if it has no positions yet. Default {@code now}: the moment when
     * its first member starts.
     */
    public Builder start(FeedStart value) {
      start = value;
      return this;
    }

    /** The table of leases and positions. Default {@code WeirProcessors}. Created if absent. */
    public Builder leases(TableName value) {
      leases = value;
      return this;
    }

    /** The table of parked changes. Default {@code WeirDeadLetters}. Created if absent. */
    public Builder deadLetters(TableName value) {
      deadLetters = value;
      return this;
    }

    /**
     * The time after which a lease that is not renewed may be taken. Default 15 s, at least 100 ms.
     * Renewed three times as often.
     */
    public Builder leaseDuration(Duration value) {
      leaseDuration = value;
      return this;
    }

    /**
     * A position is written at the latest after so many changes, and this time after a change.
     * Default 1,000 changes (1 to 1,000,000) and 5 s (at least 10 ms).
     */
    public Builder positions(int changes, Duration interval) {
      positionChanges = changes;
      positionInterval = interval;
      return this;
    }

    /**
     * The position of a group without changes is written so often. Default 1 minute; must be
     * shorter than the service's retention.
     */
    public Builder idlePositions(Duration value) {
      idleInterval = value;
      return this;
    }

    /**
     * Batches that a member handles at the same time, each of another group. Default 16, 1 to
     * 4,096.
     */
    public Builder concurrency(int value) {
      concurrency = value;
      return this;
    }

    /** Default 8 attempts with pauses from 100 ms to 30 s. */
    public Builder retries(HandlerRetries value) {
      retries = value;
      return this;
    }

    /**
     * Reads a group from the beginning when its next changes are no longer kept. Removals that were
     * lost are not reported. Default: the processor fails with
     * {@link io.weir.api.error.ChangesLostException}.
     */
    public Builder restartAtBeginning() {
      restartAtBeginning = true;
      return this;
    }

    /**
     * Is told what happens, on the threads of the member's signals. Must not block. A listener that
     * throws ends the member.
     */
    public Builder listener(Consumer<ProcessorEvent> value) {
      listener = value;
      return this;
    }

    /**
     * Timers, and a monotonic clock in nanoseconds. Default: Reactor's parallel scheduler and the
     * system's.
     */
    public Builder timers(Scheduler scheduler, LongSupplier clock) {
      timers = scheduler;
      nanoClock = clock;
      return this;
    }

    /** Random numbers from 0 (inclusive) to 1 (exclusive), for pauses. */
    Builder random(DoubleSupplier value) {
      random = value;
      return this;
    }

    /** Makes a name for each member that starts. Names must never repeat. */
    Builder memberNames(Supplier<String> value) {
      memberNames = value;
      return this;
    }

    /** Returns the options. Fails with {@link IllegalArgumentException} that names all errors. */
    public ProcessorOptions build() {
      var errors = errors();
      if (!errors.isEmpty()) {
        throw new IllegalArgumentException("Some options are invalid. " + String.join(" ", errors));
      }
      return new ProcessorOptions(
          name,
          scope,
          start,
          leases,
          deadLetters,
          leaseDuration,
          new PositionPace(positionChanges, positionInterval, idleInterval),
          concurrency,
          retries,
          restartAtBeginning,
          listener,
          new Environment(timers, nanoClock, random, memberNames));
    }

    private List<String> errors() {
      var errors = new ArrayList<String>();
      if (name.isEmpty() || !EntityKey.isKey(name)) {
        errors.add("name=" + name + " expected=partitionKey");
      }
      if (leases.equals(deadLetters) || scope.table().equals(Optional.of(leases))) {
        errors.add("leases=" + leases + " expected=tableOfItsOwn");
      }
      if (scope.table().equals(Optional.of(deadLetters))) {
        errors.add("deadLetters=" + deadLetters + " expected=tableOfItsOwn");
      }
      requireAtLeast(errors, "leaseDuration", leaseDuration, Duration.ofMillis(100));
      requireAtLeast(errors, "positionInterval", positionInterval, Duration.ofMillis(10));
      requireAtLeast(errors, "idleInterval", idleInterval, positionInterval);
      requireAtLeast(errors, "firstPause", retries.first(), Duration.ofMillis(1));
      requireAtLeast(errors, "longestPause", retries.longest(), retries.first());
      requireRange(errors, "positionChanges", positionChanges, 1_000_000);
      requireRange(errors, "concurrency", concurrency, 4_096);
      requireRange(errors, "attempts", retries.attempts(), 1_000);
      return errors;
    }

    private static void requireAtLeast(
        List<String> errors, String what, Duration value, Duration least) {
      if (value.compareTo(least) < 0) {
        errors.add(what + "=" + value + " atLeast=" + least);
      }
    }

    private static void requireRange(List<String> errors, String what, int value, int most) {
      if (value < 1 || value > most) {
        errors.add(what + "=" + value + " from=1 to=" + most);
      }
    }
  }
}
