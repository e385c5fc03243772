package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long a leader may be certain that it is the only one. */
final class LeaseTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long LENGTH = SECOND / 5 * 4;

  /** Begins close to the end of the numbers, as a clock of the system may. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);

  private List<Set<String>> voters = List.of(Set.of("a", "b", "c"));

  private final Lease ofThree = of(() -> voters);
  private final Lease ofFive = of(() -> List.of(Set.of("a", "b", "c", "d", "e")));

  private Lease of(Supplier<List<Set<String>>> nodes) {
    return new Lease(clock::get, Duration.ofSeconds(1), "a", nodes);
  }

  @Test
  void ofThreeNodesOneAnswerIsEnough() {
    assertThat(ofThree.holds(1)).isFalse();

    ofThree.answered(1, "b", clock.get());

    assertThat(ofThree.holds(1)).isTrue();
    assertThat(ofThree.holds(2)).isFalse();
    clock.addAndGet(LENGTH - 1);
    assertThat(ofThree.holds(1)).isTrue();
    clock.addAndGet(1);
    assertThat(ofThree.holds(1)).isFalse();
  }

  @Test
  void ofFiveNodesTheSecondNewestOfFourDecides() {
    long begin = clock.get();
    ofFive.answered(1, "b", begin);
    assertThat(ofFive.holds(1)).isFalse();
    clock.addAndGet(100);
    ofFive.answered(1, "c", clock.get());
    assertThat(ofFive.holds(1)).isTrue();

    clock.set(begin + LENGTH);
    assertThat(ofFive.holds(1)).as("b has answered nothing newer").isFalse();
    ofFive.answered(1, "c", clock.get());
    assertThat(ofFive.holds(1)).isFalse();
    ofFive.answered(1, "d", begin + 200);
    assertThat(ofFive.holds(1)).isTrue();
  }

  @Test
  void anAnswerThatComesLateCountsFromTheMomentAtWhichTheCallWasSent() {
    long sent = clock.get();
    clock.addAndGet(LENGTH - 1);
    ofThree.answered(1, "b", sent);
    assertThat(ofThree.holds(1)).isTrue();
    clock.addAndGet(1);
    assertThat(ofThree.holds(1)).isFalse();

    ofThree.answered(1, "c", clock.get());
    ofThree.answered(1, "c", sent);
    assertThat(ofThree.holds(1)).as("the newest call counts").isTrue();
  }

  @Test
  void aLaterTermBeginsWithoutAnswers() {
    ofThree.answered(1, "b", clock.get());
    ofThree.answered(2, "b", clock.get() - 2 * LENGTH);

    assertThat(ofThree.holds(1)).isFalse();
    assertThat(ofThree.holds(2)).isFalse();
    ofThree.answered(1, "c", clock.get());
    assertThat(ofThree.holds(1)).as("an answer of the earlier term").isFalse();
  }

  @Test
  void anEndedTermHoldsNothingWhateverIsAnswered() {
    ofThree.answered(3, "b", clock.get());
    ofThree.end(3);
    ofThree.answered(3, "c", clock.get());

    assertThat(ofThree.holds(3)).isFalse();
    ofThree.answered(4, "b", clock.get());
    assertThat(ofThree.holds(4)).isTrue();
  }

  @Test
  void aNodeThatDoesNotVoteDoesNotCount() {
    ofThree.answered(1, "d", clock.get());

    assertThat(ofThree.holds(1)).isFalse();
  }

  @Test
  void whileNodesChangeAMajorityOfTheOldAndOfTheNewIsNeeded() {
    voters = List.of(Set.of("a", "b", "c", "d"), Set.of("a", "b", "c"));

    ofThree.answered(1, "b", clock.get());
    assertThat(ofThree.holds(1)).as("two of four").isFalse();
    ofThree.answered(1, "d", clock.get());
    assertThat(ofThree.holds(1)).as("three of four, two of three").isTrue();

    ofThree.answered(2, "d", clock.get());
    assertThat(ofThree.holds(2)).as("one of three").isFalse();
  }

  @Test
  void withoutKnownVotersThereIsNoLease() {
    voters = List.of();

    ofThree.answered(1, "b", clock.get());

    assertThat(ofThree.holds(1)).isFalse();
  }

  /** Compares with all subsets, for random answers of nodes of which one comes or goes. */
  @Test
  void theLeaseIsThatOfTheBestMajorities() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    clock.set(SECOND);
    for (int round = 0; round < 2_000; round++) {
      Set<String> old = some(random, 3 + random.nextInt(3));
      Set<String> next = new TreeSet<>(old);
      next.add("z");
      voters = random.nextBoolean() ? List.of(old) : List.of(next, old);
      Map<String, Long> sent = new TreeMap<>();
      Lease lease = of(() -> voters);
      for (String node : next) {
        if (!node.equals("a") && random.nextInt(3) > 0) {
          long at = clock.get() - random.nextInt(1_000);
          sent.put(node, at);
          lease.answered(1, node, at);
        }
      }
      Optional<Long> since = voters.stream()
          .map(set -> best(set, sent))
          .reduce(Optional.of(clock.get()), LeaseTest::earlier);
      assertThat(lease.holds(1)).as("seed %d round %d", seed, round).isEqualTo(since.isPresent());
      long before = clock.get();
      clock.addAndGet(since.map(at -> at + LENGTH - before - 1).orElse(0L));
      assertThat(lease.holds(1)).as("seed %d round %d", seed, round).isEqualTo(since.isPresent());
      clock.addAndGet(1);
      assertThat(lease.holds(1)).as("seed %d round %d", seed, round).isFalse();
    }
  }

  private static Set<String> some(Random random, int nodes) {
    Set<String> set = new TreeSet<>();
    for (int i = 0; i < nodes; i++) {
      set.add(String.valueOf((char) ('a' + i)));
    }
    if (random.nextInt(4) == 0) {
      set.remove("a"); // a leader that is being removed
    }
    return set;
  }

  /** Returns the latest moment since when a majority of a set has answered, with the leader. */
  private static Optional<Long> best(Set<String> set, Map<String, Long> sent) {
    List<String> nodes = List.copyOf(set);
    Optional<Long> best = Optional.empty();
    for (int subset = 0; subset < 1 << nodes.size(); subset++) {
      int chosen = subset;
      List<String> some = IntStream.range(0, nodes.size())
          .filter(i -> (chosen >> i & 1) == 1)
          .mapToObj(nodes::get)
          .toList();
      boolean isMajority = 2 * some.size() > nodes.size();
      List<String> others = some.stream().filter(node -> !node.equals("a")).toList();
      if (isMajority && sent.keySet().containsAll(others)) {
        long since = others.stream().mapToLong(sent::get).min().orElse(Long.MAX_VALUE);
        best = Optional.of(Math.max(since, best.orElse(Long.MIN_VALUE)));
      }
    }
    return best;
  }

  private static Optional<Long> earlier(Optional<Long> one, Optional<Long> other) {
    return one.flatMap(first -> other.map(second -> Math.min(first, second)));
  }
}
