package io.weir.engine.advice;

import io.weir.engine.catalog.Table;
import io.weir.engine.observe.Observed;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice on some tables in the making: the sizes of the partitions of one table after the other,
 * and then the rules.
 *
 * <p>Belongs to one thread at a time.
 */
public final class Advising {

  private final Store store;
  private final Observed observed;
  private final List<Table> tables;
  private final Thresholds thresholds;
  private final List<TableEvidence> evidence = new ArrayList<>();
  private SizeWalk walk;

  /** Begins to advise on tables, by what was observed. */
  public Advising(Store store, Observed observed, List<Table> tables, Thresholds thresholds) {
    this.store = store;
    this.observed = observed;
    this.tables = List.copyOf(tables);
    this.thresholds = thresholds;
    this.walk = nextWalk();
  }

  private SizeWalk nextWalk() {
    var id = evidence.size() < tables.size() ? tables.get(evidence.size()).id() : 0;
    return new SizeWalk(id, store.shards().size(), thresholds);
  }

  /**
   * Measures a slice of a table. Returns true when all tables are measured. Fails as
   * {@link Store#pin} does.
   */
  public boolean advance() {
    if (evidence.size() == tables.size()) {
      return true;
    }
    var pins = new Pins(store);
    try {
      if (walk.advance(pins::of)) {
        var table = tables.get(evidence.size());
        evidence.add(
            new TableEvidence(table, observed, walk.sizes(), isFollowed(table), thresholds));
        walk = nextWalk();
      }
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    } finally {
      pins.release();
    }
    return evidence.size() == tables.size();
  }

  /**
   * Whether a change feed of the table may be read, by a named consumer or now. Feeds that are
   * being read are not told apart.
   */
  private boolean isFollowed(Table table) {
    return store.feedUse().feeds() > 0
        || store.catalog().consumers().of(table.account()).stream()
            .anyMatch(each -> each.table().map(table.name()::equals).orElse(true));
  }

  /** Returns the report, once all tables are measured. */
  public AdviceReport report() {
    return Adviser.report(observed, evidence.stream());
  }
}
