package io.weir.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The bounds of Space-Saving hold for every stream. */
class HeavyHittersProperties {

  /** One element of a stream. */
  record Arrived(int key, int weight) {}

  @Property(tries = 2_000)
  void everyCountIsWithinItsError(
      @ForAll("streams") List<Arrived> stream, @ForAll @IntRange(min = 1, max = 20) int capacity) {
    var sketch = sketch(stream, capacity);
    var truth = truth(stream);

    assertThat(sketch.counters()).hasSizeLessThanOrEqualTo(capacity);
    for (var counter : sketch.counters()) {
      assertThat(counter.count()).isGreaterThanOrEqualTo(truth.get(counter.key()));
      assertThat(counter.atLeast()).isLessThanOrEqualTo(truth.get(counter.key()));
    }
  }

  @Property(tries = 2_000)
  void noErrorExceedsTheWeightOverTheCapacity(
      @ForAll("streams") List<Arrived> stream, @ForAll @IntRange(min = 1, max = 20) int capacity) {
    var sketch = sketch(stream, capacity);

    assertThat(sketch.total())
        .isEqualTo(stream.stream().mapToLong(Arrived::weight).sum());
    assertThat(sketch.counters()).allMatch(counter -> counter.error() * capacity <= sketch.total());
    assertThat(sketch.counters().stream().mapToLong(HeavyHitters.Counter::count).sum())
        .isEqualTo(sketch.total());
  }

  @Property(tries = 2_000)
  void everyFrequentKeyHasACounter(
      @ForAll("streams") List<Arrived> stream, @ForAll @IntRange(min = 1, max = 20) int capacity) {
    var sketch = sketch(stream, capacity);

    truth(stream).forEach((key, weight) -> {
      if (weight * capacity > sketch.total()) {
        assertThat(sketch.get(key)).as("key %s of weight %s", key, weight).isNotNull();
      }
    });
  }

  /** A note counts only what came after its key got its counter. */
  @Property(tries = 2_000)
  void aNoteHasNoMoreThanItsKey(
      @ForAll("streams") List<Arrived> stream, @ForAll @IntRange(min = 1, max = 20) int capacity) {
    var sketch = sketch(stream, capacity);

    assertThat(sketch.counters()).allMatch(counter -> counter.note()[0] == counter.atLeast());
  }

  private static HeavyHitters<Integer, long[]> sketch(List<Arrived> stream, int capacity) {
    var sketch = new HeavyHitters<Integer, long[]>(capacity, () -> new long[1]);
    for (var each : stream) {
      sketch.add(each.key, each.weight)[0] += each.weight;
    }
    return sketch;
  }

  private static Map<Integer, Long> truth(List<Arrived> stream) {
    var truth = new HashMap<Integer, Long>();
    stream.forEach(each -> truth.merge(each.key, (long) each.weight, Long::sum));
    return truth;
  }

  /** The products of two digits: 0 comes often, 49 rarely. */
  @Provide
  Arbitrary<List<Arrived>> streams() {
    var skewed = Combinators.combine(
            Arbitraries.integers().between(0, 9), Arbitraries.integers().between(0, 9))
        .as((one, other) -> one * other);
    return Combinators.combine(skewed, Arbitraries.integers().between(0, 5))
        .as(Arrived::new)
        .list()
        .ofMaxSize(300);
  }
}
