package io.weir.engine.scan;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pinned tree versions of a scan. A shard is pinned at its published version when the scan first reads it.
 *
 * <p>Belongs to one thread at a time. The caller that asks for a tree must call {@link #release}.
 */
public final class Pins {

  private final Store store;
  private final @Nullable Pin[] pins;

  /** Pins nothing yet. */
  public Pins(Store store) {
    this.store = store;
    this.pins = new Pin[store.shards().size()];
  }

  /** Returns the pinned version of one shard. Fails with {@code ServerBusy} while the store closes or the shard is rebuilt. */
  public Tree of(int shard) {
    var pin = pins[shard];
    if (pin == null) {
      pin = store.pin(shard);
      pins[shard] = pin;
    }
    return pin.tree();
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
