package io.weir.engine.walk;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.TokenGeneration;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.RangeRemovalCommand;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.Cursor;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removal of tokens of changes that a shard does not remember any more. They come in whole
 * generations, each of which is a range of keys, so a sweep is one cut of the tree and one short
 * record of the log.
 *
 * <p>Without such tokens it costs two seeks in the tree. A token that is forgotten and not removed
 * has no effect. Owner: shard loop.
 */
public final class TokenSweep implements Stretch {

  private static final Logger LOG = LoggerFactory.getLogger(TokenSweep.class);

  private static final byte[] FIRST = TokenKeys.from(0);

  private final Shard shard;
  private final int group;
  private final LongSupplier presentTicks;

  /**
   * The end of what was forgotten at the last look. Generations only follow each other, so it is
   * still forgotten when the slice is carried out.
   */
  private byte[] end = FIRST;

  /**
   * Prepares a sweep of the tokens of a shard.
   *
   * @param presentTicks returns the clock's time
   */
  public TokenSweep(Shard shard, int group, LongSupplier presentTicks) {
    this.shard = shard;
    this.group = group;
    this.presentTicks = presentTicks;
  }

  @Override
  public boolean isDue() {
    try (var pin = shard.pin()) {
      var generation = TokenGeneration.of(pin.tree().find(TokenKeys.ofGeneration(group)));
      end = TokenKeys.from(generation.firstRemembered(presentTicks.getAsLong()));
      var cursor = new Cursor().open(pin.tree());
      return cursor.seek(FIRST) && cursor.compareKey(end) < 0;
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("the sweep skips the tokens of a shard that is rebuilt group={}", group, e);
      return false;
    }
  }

  @Override
  public boolean send(ShardWalk walk) {
    var forgotten = List.of(new ByteRange(FIRST, end));
    if (!walk.offer(new RangeRemovalCommand(TokenKeys.ID, forgotten, walk))) {
      return false;
    }
    walk.evaluated(new Sliced(1, true));
    return true;
  }

  @Override
  public String toString() {
    return "tokens of partition group " + group;
  }
}
