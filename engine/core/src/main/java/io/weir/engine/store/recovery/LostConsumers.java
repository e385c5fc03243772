package io.weir.engine.store.recovery;

import io.weir.engine.catalog.ConsumerRow;
import io.weir.engine.catalog.Consumers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once, for each generation of a consumer, that it is lost; again after a restart. Any thread.
 */
final class LostConsumers {

  private static final Logger LOG = LoggerFactory.getLogger(LostConsumers.class);

  private record Told(String account, String name, long generation) {}

  private final Consumers consumers;
  private final Set<Told> told = ConcurrentHashMap.newKeySet();

  LostConsumers(Consumers consumers) {
    this.consumers = consumers;
  }

  /** Looks for consumers that are lost when the log begins at {@code first}. */
  void look(long first) {
    var lost = consumers
        .all()
        .filter(row -> row.isLost(first))
        .map(LostConsumers::told)
        .toList();
    told.retainAll(lost);
    for (var each : lost) {
      if (told.add(each)) {
        LOG.warn(
            "a consumer of the change feed is lost: changes after its position are no longer kept; reset it or delete it account={} consumer={} generation={} logBegins={}",
            each.account(),
            each.name(),
            each.generation(),
            first);
      }
    }
  }

  private static Told told(ConsumerRow row) {
    return new Told(row.account().value(), row.name().value(), row.generation());
  }
}
