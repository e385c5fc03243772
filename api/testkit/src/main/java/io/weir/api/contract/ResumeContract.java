package io.weir.api.contract;

import static io.weir.api.contract.Entities.entitiesOf;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Entities.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Cases for broken streams: they resume without loss and without repetition. */
public interface ResumeContract extends Door {

  @Test
  default void aStreamResumesAfterAnyEntity() {
    assertResumesAnywhere(Query.ALL);
  }

  @Test
  default void aDescendingStreamResumes() {
    assertResumesAnywhere(Query.ALL.descending());
  }

  @Test
  default void aFilteredStreamResumes() {
    assertResumesAnywhere(Query.ALL.where("Number ge 5 and Number lt 9"));
  }

  @Test
  default void aStreamOfPointReadsResumes() {
    assertResumesAnywhere(
        Query.ALL.where(
            "(PartitionKey eq 'CA' or PartitionKey eq 'NY') and (RowKey eq '0001' or RowKey eq '0005' or RowKey eq '0009')"));
  }

  @Test
  default void aStreamOfRowRangesResumes() {
    assertResumesAnywhere(Query.ALL
        .where("PartitionKey eq 'NY' and (RowKey lt '0003' or RowKey ge '0007')")
        .descending());
  }

  @Test
  default void aStreamResumesWhereItReportedProgress() {
    assertResumesFromProgress(Query.ALL);
  }

  @Test
  default void aFilteredStreamResumesWhereItReportedProgress() {
    assertResumesFromProgress(Query.ALL.where("Number eq 3 or Number eq 9").descending());
  }

  @Test
  default void progressAdvances() {
    var strikes = stored();

    midScenario();
    var items = strikes.items(Query.ALL.where("Number lt 0"));

    var progress = items.stream()
        .filter(StreamItem.Progress.class::isInstance)
        .map(StreamItem.Progress.class::cast)
        .toList();
    assertThat(progress).extracting(StreamItem.Progress::scanned).isSorted();
    assertThat(progress).extracting(item -> item.resume().key()).isSorted().doesNotHaveDuplicates();
  }

  @Test
  default void topCountsFromZeroInAResumedStream() {
    var strikes = stored();
    var begun = entitiesOf(strikes.items(Query.ALL.top(4)));

    midScenario();
    var place = Continuation.after(begun.get(3).key(), Direction.ASCENDING);
    var resumed = entitiesOf(strikes.items(Query.ALL.top(4).from(place)));

    assertThat(keysOf(resumed)).isEqualTo(keysOf(strikes.all()).subList(4, 8));
  }

  @Test
  default void aStreamContinuesAfterAPageAndViceVersa() {
    var strikes = stored();
    var all = keysOf(strikes.all());
    var page = strikes.page(Query.ALL.top(5));

    midScenario();
    var streamed = entitiesOf(strikes.items(Query.ALL.from(page.next()).top(5)));
    var place = Continuation.after(streamed.get(4).key(), Direction.ASCENDING);

    assertThat(keysOf(streamed)).isEqualTo(all.subList(5, 10));
    assertThat(keysOf(strikes.select(Query.ALL.from(place))))
        .isEqualTo(all.subList(10, all.size()));
  }

  private Table stored() {
    return Table.in(this)
        .load(numbered("TX", 12))
        .load(numbered("CA", 12))
        .load(numbered("NY", 12));
  }

  /**
   * Asserts that for every reported position, the items before it and a stream from it make the
   * whole answer.
   */
  private void assertResumesFromProgress(Query query) {
    var strikes = stored();
    var items = strikes.items(query);
    var whole = rowsOf(items);
    assertThat(whole).isNotEmpty();

    midScenario();

    for (var i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof StreamItem.Progress progress) {
        var joined = new ArrayList<>(rowsOf(items.subList(0, i)));
        joined.addAll(rowsOf(strikes.items(query.from(progress.resume()))));
        assertThat(joined).isEqualTo(whole);
      }
    }
  }

  /**
   * Asserts that after a break at any entity, the items before it and a stream from it make the
   * whole answer.
   */
  private void assertResumesAnywhere(Query query) {
    var strikes = stored();
    var whole = entitiesOf(strikes.items(query));
    assertThat(whole).isNotEmpty().doesNotHaveDuplicates();

    midScenario();

    for (var broken = 1; broken <= whole.size(); broken++) {
      var place = Continuation.after(whole.get(broken - 1).key(), query.direction());
      var joined = new ArrayList<>(whole.subList(0, broken));
      joined.addAll(entitiesOf(strikes.items(query.from(place))));
      assertThat(joined).isEqualTo(whole);
    }
  }
}
