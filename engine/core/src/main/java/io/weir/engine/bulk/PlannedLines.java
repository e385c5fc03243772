package io.weir.engine.bulk;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Table;
import io.weir.engine.indexing.UniqueWrites;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.JointCommand;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The units of a bulk write to a table that has a unique index. Each becomes a joint command, so
 * several of them at a time; units with a key in common are carried out one after another, in the
 * order of their lines.
 *
 * <p>A table may get its first unique index during the bulk write. The shards then refuse the units
 * that were sent as plain commands, and those come here as well. No unit is sent from here before
 * all plain commands are answered, which keeps the order.
 *
 * <p>Bounds: the window of the bulk write bounds the units that wait here; {@link #MOST_IN_FLIGHT}
 * are sent.
 *
 * <p>{@link #bounced} and the replies: shard loops. Everything else: the thread that drains the
 * subscription, one at a time.
 */
final class PlannedLines {

  /** Most units that are sent and not answered. Their parts then leave room in every mailbox. */
  static final int MOST_IN_FLIGHT = 64;

  /** The pause before a unit is sent again that has met a full mailbox. */
  private static final Duration RETRY = Duration.ofMillis(10);

  /**
   * A unit of a bulk write.
   *
   * @param firstLine number of its first line; the numbers of the others follow it
   */
  record Unit(long firstLine, List<Write> writes, BulkReply reply) {}

  private final Store store;
  private final Table table;
  private final BulkWindow window;
  private final UniqueWrites unique;

  /** The units that wait, by their first line. */
  private final TreeMap<Long, Unit> waiting = new TreeMap<>();

  private final Set<EntityKey> keysInFlight = new HashSet<>();
  private int inFlight;

  /** Whether units come here and are not sent as plain commands. */
  private boolean used;

  /** The line after the last one that was sent in a plain command. */
  private long endOfPlain;

  /** Plain units that were refused because of a unique index. */
  private final Queue<Unit> refused = new ConcurrentLinkedQueue<>();

  /** Units that are answered. */
  private final Queue<Unit> answered = new ConcurrentLinkedQueue<>();

  PlannedLines(Store store, Table table, BulkWindow window) {
    this.store = store;
    this.table = table;
    this.window = window;
    this.unique = new UniqueWrites(store);
  }

  /** Whether the next unit is to be planned. Once it is, all later ones are. */
  boolean takesNext() {
    used = used || unique.concern(table.id());
    return used;
  }

  /** Notes that a unit is sent as a plain command. */
  void sentPlain(long firstLine, int lines) {
    endOfPlain = firstLine + lines;
  }

  void add(Unit unit) {
    waiting.put(unit.firstLine(), unit);
  }

  /**
   * Takes over a plain unit that was refused because of a unique index. The caller drains
   * afterwards.
   */
  void bounced(Unit unit) {
    refused.add(unit);
  }

  /** Sends the units that may be sent, in the order of their lines. */
  void offerAll() {
    for (var unit = answered.poll(); unit != null; unit = answered.poll()) {
      inFlight--;
      unit.writes().forEach(write -> keysInFlight.remove(write.key()));
    }
    for (var unit = refused.poll(); unit != null; unit = refused.poll()) {
      used = true;
      waiting.put(unit.firstLine(), unit);
    }
    while (!waiting.isEmpty() && inFlight < MOST_IN_FLIGHT && isPlainAnswered()) {
      var next = waiting.firstEntry().getValue();
      if (next.writes().stream().anyMatch(write -> keysInFlight.contains(write.key()))) {
        return;
      }
      waiting.remove(next.firstLine());
      inFlight++;
      next.writes().forEach(write -> keysInFlight.add(write.key()));
      send(next);
    }
  }

  void clear() {
    waiting.clear();
    refused.clear();
  }

  /** Whether every plain unit has an outcome or waits here. */
  private boolean isPlainAnswered() {
    if (endOfPlain > 0) {
      var here = waiting.headMap(endOfPlain).values().stream()
          .mapToInt(unit -> unit.writes().size())
          .sum();
      if (window.unsettledBefore(endOfPlain) > here) {
        return false;
      }
      endOfPlain = 0;
    }
    return true;
  }

  private void send(Unit unit) {
    unique.send(table, unit.writes(), new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        answered.add(unit);
        unit.reply().done(timestampTicks);
      }

      @Override
      public void failed(TableServiceException failure) {
        if (failure instanceof ServiceBusyException
            && failure.facts().equals(JointCommand.MAILBOX_FULL)) {
          store.shards().get(0).schedule(RETRY, () -> send(unit));
        } else {
          answered.add(unit);
          unit.reply().failed(failure);
        }
      }
    });
  }
}
