package io.weir.engine.scan;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The pinned tree versions of a scan. A shard is pinned at its published version when the scan
 * first reads it.
 *
 * <p>Belongs to one thread at a time. The caller that asks for a tree must call {@link #release}.
 */
public final class Pins {

  private final ReadView store;
  private final @Nullable Pin[] pins;
  private final boolean givesUp;

  /** Pins nothing yet. */
  public Pins(ReadView store) {
    this(store, false);
  }

  private Pins(ReadView store, boolean givesUp) {
    this.store = store;
    this.pins = new Pin[store.shards().size()];
    this.givesUp = givesUp;
  }

  /**
   * Returns pins that pin nothing yet. On a loop their trees throw {@link ColdPage} at a page that
   * is not in memory.
   */
  public static Pins ofResident(ReadView store) {
    return new Pins(store, true);
  }

  /**
   * Returns the pinned version of one shard. Fails with {@code ServerBusy} while the store closes
   * or the shard is rebuilt.
   */
  public Tree of(int shard) {
    var pin = pins[shard];
    if (pin == null) {
      pin = store.pin(shard);
      pins[shard] = pin;
    }
    return givesUp && store.loops().current() != null ? pin.tree().residentOnly(shard) : pin.tree();
  }

  /** Has pages read, then runs a task. The pages are warm in the pinned versions, too. */
  void await(List<ColdPage> pages, Executor then, Runnable task) {
    store.coldReads().readAll(pages, then, () -> {
      pages.forEach(this::markWarm);
      task.run();
    });
  }

  private void markWarm(ColdPage page) {
    var pin = pins[page.shard()];
    if (pin != null) {
      pin.tree().markWarm(page.key());
    }
  }

  /** Returns the pinned versions of all shards. */
  List<Tree> all() {
    var trees = new ArrayList<Tree>(pins.length);
    for (var shard = 0; shard < pins.length; shard++) {
      trees.add(of(shard));
    }
    return trees;
  }

  /** Gives all pins back. */
  public void release() {
    for (var shard = 0; shard < pins.length; shard++) {
      var pin = pins[shard];
      if (pin != null) {
        pin.close();
        pins[shard] = null;
      }
    }
  }

  /** Returns the failure of a read that meets a damaged page. The shard is being rebuilt then. */
  static ServiceBusyException pageDamaged() {
    return new ServiceBusyException("reason=pageDamaged");
  }
}
