package io.weir.engine.observe;

import static io.weir.engine.observe.ObserverFixture.TABLE;
import static io.weir.engine.observe.ObserverFixture.answer;
import static io.weir.engine.observe.ObserverFixture.never;
import static io.weir.engine.observe.ObserverFixture.partition;
import static io.weir.engine.observe.ObserverFixture.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A record that fails does not fail its request, and a collection that fails says so. */
final class TrafficFailuresTest {

  private final ObserverFixture fixture = new ObserverFixture();

  @Test
  void aRecordThatFailsDoesNotFailItsRequest() {
    var observer = fixture.observer(Observing.EXACT);
    fixture.isClockBroken = true;
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    observer.wrote(TABLE, upsert("owls", "1"), Arrival.SINGLE);
    observer.wrote(TABLE, List.of(upsert("owls", "1")), Arrival.TOGETHER);
    answer(observer, "Age eq 1", 1_000);
    observer.followed(TABLE);
    fixture.isClockBroken = false;

    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    assertThat(partition(observer, "owls").requests()).as("later ones count").isEqualTo(1);
  }

  @Test
  void aLoopThatHasEndedDoesNotFailARequest() {
    var observer = fixture.observer(Observing.EXACT);
    fixture.loop.current(false);
    fixture.loop.close();

    assertThatCode(() -> observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL))
        .doesNotThrowAnyException();
  }

  @Test
  void aCollectionThatFailsTellsWhy() {
    var observer = fixture.observer(Observing.EXACT);
    var failure = new AtomicReference<Throwable>();
    fixture.loop.current(false);
    observer.collect(never(), failure::set);
    fixture.isClockBroken = true;
    fixture.loop.current(true);
    assertThat(failure.get()).hasMessage("the clock is broken");

    fixture.isClockBroken = false;
    fixture.loop.close();
    observer.collect(never(), failure::set);
    assertThat(failure.get()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aSumOfNothingIsGivenOnALoopToo() {
    var observer = fixture.observer(Observing.OFF);
    var sum = new AtomicReference<Observed>();
    fixture.loop.current(false);
    observer.collect(sum::set, never());
    assertThat(sum.get()).as("on the calling thread").isNull();

    fixture.loop.current(true);
    assertThat(sum.get()).isNotNull();
  }
}
