package io.weir.engine.observe;

import static io.weir.engine.observe.ObserverFixture.TABLE;
import static io.weir.engine.observe.ObserverFixture.collected;
import static io.weir.engine.observe.ObserverFixture.index;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.engine.index.TableIndex;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What a loop has not counted from the beginning is left out of the sum, because its numbers would
 * be wrong.
 */
final class IncompleteRecordTest {

  private final ObserverFixture fixture = new ObserverFixture();

  @Test
  void anIndexWhoseUseWasDroppedIsNotJudged() {
    var observer = fixture.observer(Observing.EXACT);
    var indexes = List.of(index(-1, "ByAge"));
    answered(observer, indexes, "");
    assertThat(collected(observer).index(-1)).isNotNull();

    fixture.loop.current(false);
    for (var i = 0; i < WaitingRoom.MOST_RECORDS; i++) {
      observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    }
    answered(observer, indexes, "ByAge");
    fixture.loop.current(true);
    assertThat(collected(observer).index(-1)).isNull();
  }

  @Test
  void anIndexWithoutAPlaceOnOneLoopIsNotJudged() {
    var other = new CallerLoop();
    var observer = fixture.observer(Observing.EXACT, fixture.loop, other);
    var many = IntStream.rangeClosed(1, LoopTraffic.INDEXES)
        .mapToObj(number -> index(-number, "I" + number))
        .toList();
    var one = List.of(index(-5_000, "ByAge"));
    answered(observer, many, "");
    answered(observer, one, "ByAge");
    fixture.loop.current(false);
    answered(observer, one, "");
    fixture.loop.current(true);

    assertThat(collected(observer).index(-5_000)).as("its use has no place").isNull();
    assertThat(collected(observer).index(-1)).isNotNull();
  }

  @Test
  void aTableWithoutAPlaceOnOneLoopIsNotJudged() {
    var other = new CallerLoop();
    var observer = fixture.observer(Observing.EXACT, fixture.loop, other);
    for (var id = 1_000; id < 1_000 + TrafficWindow.TABLES; id++) {
      observer.read(id, new EntityKey("owls", "1"), Selection.ALL);
    }
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    fixture.loop.current(false);
    observer.read(TABLE, new EntityKey("owls", "1"), Selection.ALL);
    fixture.loop.current(true);

    assertThat(collected(observer).table(TABLE)).as("half of its reads").isNull();
    assertThat(collected(observer).table(1_000)).isNotNull();
  }

  private static void answered(TrafficObserver observer, List<TableIndex> indexes, String used) {
    observer.answered(
        TABLE,
        indexes,
        Query.ALL.where("Age eq 1"),
        new QueryReport(AccessPath.TABLE_SCAN, used, 1, 1, 1));
  }
}
