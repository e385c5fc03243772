package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.TableServiceException;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import io.weir.engine.command.PendingTree;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** A queue in a tree of its own, whose decisions the test takes at moments of its choice. */
abstract class DecidedQueue {

  static final Lane QUEUE = new Lane(7, 0);

  final VersionedTree tree = new VersionedTree(new PoisonPageStore(4096), () -> true);
  final WriteGroup group = new WriteGroup();

  /** The Timestamp of the last decision. */
  long ticks = 1_000_000_000;

  /** The number of changes of the last decision. */
  int changed;

  final void commit() {
    if (!group.isEmpty()) {
      tree.publish(tree.commit(group));
      tree.reclaim(1_000);
      group.clear();
    }
  }

  /** Takes a decision a tick later, which must not refuse. */
  final void decide(Decision decision, boolean isFull) {
    assertThat(outcome(decision, isFull)).isNull();
  }

  /** Takes a decision a tick later. Returns its refusal. */
  final @Nullable TableServiceException outcome(Decision decision, boolean isFull) {
    var made = new ArrayList<Runnable>();
    var view = new View(new PendingTree(tree.current(), group), ++ticks, isFull);
    var refusal = decision.decide(view, new Changes() {
      @Override
      public void put(byte[] key, byte[] value) {
        made.add(() -> group.put(key, value));
      }

      @Override
      public void remove(byte[] key) {
        made.add(() -> group.remove(key));
      }

      @Override
      public void expire(byte[] key) {
        remove(key);
      }
    });
    if (refusal == null) {
      made.forEach(Runnable::run);
      changed = made.size();
    }
    return refusal;
  }
}
