package io.weir.engine.walk;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.TokenGeneration;
import io.weir.engine.index.TokenKeys;
import io.weir.engine.index.TokenMemory;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.RangeRemovalCommand;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removal of tokens of changes that a shard does not remember any more. They come in whole
 * generations, each of which is a range of keys, so a sweep is one cut of the tree for outcomes,
 * one for images, and one short record of the log.
 *
 * <p>Without such tokens it costs four seeks in the tree. A token that is forgotten and not removed
 * has no effect. Owner: shard loop.
 */
public final class TokenSweep implements Stretch {

  /**
   * The pause between two looks. A shard therefore holds the two generations that it remembers, one
   * that has just been forgotten, and what comes within a second.
   */
  public static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(TokenSweep.class);

  private final Shard shard;
  private final int group;
  private final LongSupplier presentTicks;

  /**
   * What was forgotten at the last look. Generations only follow each other, so it is still
   * forgotten when the slice is carried out.
   */
  private List<ByteRange> forgotten = List.of();

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
    try (var pin = shard.pinUncounted()) {
      var tree = shard.residentTree(pin);
      forgotten = Stream.of(TokenMemory.values())
          .map(memory -> forgotten(tree, memory))
          .flatMap(Optional::stream)
          .toList();
      return !forgotten.isEmpty();
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("the sweep skips the tokens of a shard that is rebuilt group={}", group, e);
      return false;
    }
  }

  /** Returns the range of the forgotten generations; empty if nothing is stored in it. */
  private Optional<ByteRange> forgotten(Tree tree, TokenMemory memory) {
    var generation = TokenGeneration.of(tree.find(TokenKeys.ofGeneration(memory, group)));
    var end = TokenKeys.from(memory, generation.firstRemembered(presentTicks.getAsLong()));
    var range = new ByteRange(TokenKeys.from(memory, 0), end);
    var cursor = new Cursor().open(tree);
    return cursor.seek(range.from()) && cursor.compareKey(end) < 0
        ? Optional.of(range)
        : Optional.empty();
  }

  @Override
  public boolean send(ShardWalk walk) {
    if (!walk.offer(new RangeRemovalCommand(TokenKeys.ID, forgotten, walk))) {
      return false;
    }
    walk.evaluated(new Sliced(forgotten.size(), true));
    return true;
  }

  @Override
  public String toString() {
    return "tokens of partition group " + group;
  }
}
