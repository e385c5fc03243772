package io.weir.engine.queue;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.catalog.Queues;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.Cursor;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.Stretch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removal of a lane's expired messages. Takes remove those that they meet; the sweep removes
 * the others, so that their space is freed.
 *
 * <p>A lane without expired messages costs one seek in the tree. A slice removes the messages that
 * expired first, so it needs no position.
 *
 * <p>Owner: shard loop.
 *
 * @param isOfShard whether the entries of a lane lie in the shard
 * @param presentTicks returns the clock's time
 */
public record LaneSweep(
    Lane lane, Shard shard, Predicate<Lane> isOfShard, LongSupplier presentTicks)
    implements Stretch {

  private static final Logger LOG = LoggerFactory.getLogger(LaneSweep.class);

  /** Returns a pass over all lanes of all queues, of which those in other shards are never due. */
  public static Iterator<LaneSweep> pass(
      Queues queues, Shard shard, Predicate<Lane> isOfShard, LongSupplier presentTicks) {
    var left = queues.all();
    return new Iterator<>() {
      private Iterator<Lane> lanes = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        if (!lanes.hasNext() && left.hasNext()) {
          lanes = Lane.of(left.next()).iterator();
        }
        return lanes.hasNext();
      }

      @Override
      public LaneSweep next() {
        return new LaneSweep(lanes.next(), shard, isOfShard, presentTicks);
      }
    };
  }

  @Override
  public boolean isDue() {
    if (!isOfShard.test(lane)) {
      return false;
    }
    try (var pin = shard.pinUncounted()) {
      var cursor = new Cursor().open(shard.residentTree(pin));
      return cursor.seek(QueueKeys.expiriesFrom(lane, 0))
          && cursor.compareKey(QueueKeys.expiriesFrom(lane, presentTicks.getAsLong() + 1)) < 0;
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("the sweep skips a lane of a shard that is rebuilt {}", lane, e);
      return false;
    }
  }

  @Override
  public boolean send(ShardWalk walk) {
    return walk.offer(new DecisionCommand(
        lane.queueId(),
        false,
        false,
        Command.OVERHEAD_BYTES,
        (view, changes) -> {
          walk.evaluated(slice(view, changes));
          return null;
        },
        walk));
  }

  private Sliced slice(Decision.View view, Changes changes) {
    var most = view.isFull() ? VisibleMessages.MOST_WITHOUT_ROOM : VisibleMessages.MOST_EXPIRED;
    var edit = new MessageEdit(lane, view.entries(), changes);
    var end = QueueKeys.expiriesFrom(lane, view.ticks() + 1);
    var cursor = view.entries().cursor();
    var removed = 0;
    var more = cursor.seek(QueueKeys.expiriesFrom(lane, 0));
    while (more && removed < most && Arrays.compareUnsigned(cursor.key(), end) < 0) {
      var visibleAt = ByteBuffer.wrap(cursor.value()).getLong();
      edit.remove(new Place(
          visibleAt, QueueKeys.idOf(cursor.key()), QueueKeys.momentOf(cursor.key()), 0, 0));
      removed++;
      more = cursor.next();
    }
    edit.finish();
    return new Sliced(removed, removed < most);
  }

  @Override
  public String toString() {
    return "expired messages of " + lane;
  }
}
