package io.weir.engine.scan;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The versions that a scan reads at present: of each shard the one that was published when the shard was first asked for.
 *
 * <p>Belongs to one thread at a time. Whoever asks for a tree sees to {@link #release}.
 */
final class Pins {

  private final Store store;
  private final @Nullable Pin[] pins;

  Pins(Store store) {
    this.store = store;
    this.pins = new Pin[store.shards().size()];
  }

  /** The version of one shard. Fails with {@code ServerBusy} when the store closes, and while the shard is rebuilt. */
  Tree of(int shard) {
    var pin = pins[shard];
    if (pin == null) {
      pin = pin(store, shard);
      pins[shard] = pin;
    }
    return pin.tree();
  }

  /** The versions of all shards. */
  List<Tree> all() {
    var trees = new ArrayList<Tree>(pins.length);
    for (var shard = 0; shard < pins.length; shard++) {
      trees.add(of(shard));
    }
    return trees;
  }

  void release() {
    for (var shard = 0; shard < pins.length; shard++) {
      var pin = pins[shard];
      if (pin != null) {
        pin.close();
        pins[shard] = null;
      }
    }
  }

  /** What a reader is told that meets a damaged page; the shard is rebuilt from then on. */
  static ServiceBusyException pageDamaged() {
    return new ServiceBusyException("reason=pageDamaged");
  }

  /**
   * Pins one shard.
   *
   * <p>The order matters: a store that closes first says so and then waits until nothing is pinned, so a pin that was taken before it
   * looked is waited for, and one that was taken after sees that the store closes.
   */
  static Pin pin(Store store, int shard) {
    var pin = store.shards().get(shard).pin();
    if (store.isClosing()) {
      pin.close();
      throw new ServiceBusyException("reason=closing");
    }
    return pin;
  }
}
