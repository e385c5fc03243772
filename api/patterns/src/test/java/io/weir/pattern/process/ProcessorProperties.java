package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.pattern.process.ProcessorEvent.GroupOwned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import reactor.core.publisher.Mono;

/**
 * Members that are killed, cut off, stopped and added at random, while requests fail and handlers
 * fail, against writes at random. The failure of a test names its seed.
 */
final class ProcessorProperties extends ProcessorRig {

  private static final int GROUPS = 5;
  private static final int STEPS = 300;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final Map<Integer, List<Handled>> handled = new HashMap<>();

  /** A handled change, and the ownership in which it was. */
  private record Handled(int owner, int ownership, String row) {}

  @RepeatedTest(25)
  void everyChangeIsHandledAndEachOwnerKeepsTheOrder() {
    for (var step = 0; step < STEPS; step++) {
      act();
      advance(Duration.ofMillis(random.nextInt(1_500)));
    }
    runners.forEach(runner -> {
      if (random.nextBoolean()) {
        runner.kill();
      } else {
        runner.stop();
      }
    });
    var last = startOne(0);
    advance(LEASE.multipliedBy(6));
    service.checkpoint();
    last.stop();
    advance(LEASE.multipliedBy(2));

    assertThat(last.completed).as("seed=%d failure=%s", seed, last.failure).isTrue();
    for (var group = 0; group < GROUPS; group++) {
      verify(group);
    }
    assertThat(state().leases()).as("seed=%d", seed).allMatch(Lease::isFree);
    assertThat(state().ended()).isEmpty();
    assertThat(letters()).as("seed=%d", seed).isEmpty();
  }

  private void act() {
    switch (random.nextInt(12)) {
      case 0 -> startOne(0.02);
      case 1 -> any(Runner::kill);
      case 2 -> any(Runner::stop);
      case 3 ->
        any(runner -> {
          if (random.nextInt(3) == 0) {
            runner.link.cut();
          }
        });
      case 4 -> writeBatch(random.nextInt(GROUPS), 1 + random.nextInt(6));
      case 5 -> service.checkpoint();
      default -> write(random.nextInt(GROUPS));
    }
  }

  private void any(Consumer<Runner> action) {
    var running = runners.stream().filter(Runner::isRunning).toList();
    if (running.size() > 1) {
      action.accept(running.get(random.nextInt(running.size())));
    }
  }

  private Runner startOne(double failures) {
    var owner = runners.size();
    var ownerships = new int[GROUPS];
    var options = options()
        .concurrency(1 + random.nextInt(4))
        .positions(1 + random.nextInt(20), Duration.ofMillis(500 + random.nextInt(3_000)))
        .retries(new HandlerRetries(1_000, Duration.ofMillis(20), Duration.ofMillis(200)))
        .random(random::nextDouble);
    var link = new Link(service, () -> random.nextDouble() < failures);
    return start(
        options,
        batch -> {
          if (random.nextDouble() < failures * 2) {
            return Mono.error(new IllegalStateException("not yet"));
          }
          var done = Mono.<Void>fromRunnable(() -> note(owner, ownerships, batch));
          return random.nextInt(3) == 0
              ? Mono.delay(Duration.ofMillis(random.nextInt(300)), time).then(done)
              : done;
        },
        link);
  }

  private void note(int owner, int[] ownerships, ChangeBatch batch) {
    var group = batch.partitionGroup();
    var runner = runners.get(owner);
    ownerships[group] = (int) runner.events(GroupOwned.class).stream()
        .filter(owned -> owned.partitionGroup() == group)
        .count();
    var list = handled.computeIfAbsent(group, any -> new ArrayList<>());
    for (var item : batch.items()) {
      var change = (FeedItem.Change) item;
      list.add(new Handled(owner, ownerships[group], change.key().rowKey()));
    }
  }

  private void verify(int group) {
    var written = written(group);
    var list = handled.getOrDefault(group, List.of());
    var missing = new ArrayList<>(written);
    missing.removeAll(list.stream().map(Handled::row).toList());
    assertThat(missing)
        .as("seed=%d group=%d of %s handled %s", seed, group, written, list)
        .isEmpty();
    var places = new HashMap<String, Integer>();
    var reached = 0;
    for (var each : list) {
      var place = written.indexOf(each.row());
      assertThat(place).as("seed=%d group=%d no gap", seed, group).isLessThanOrEqualTo(reached);
      reached = Math.max(reached, place + 1);
      var before = places.put(each.owner() + "/" + each.ownership(), place);
      if (before != null) {
        assertThat(place).as("seed=%d group=%d %s", seed, group, each).isEqualTo(before + 1);
      }
    }
  }
}
