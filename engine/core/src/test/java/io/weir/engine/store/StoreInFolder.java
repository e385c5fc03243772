package io.weir.engine.store;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A temporary folder with a store of four shards and other files. */
abstract class StoreInFolder {

  @TempDir
  Path temporary;

  Path folder;

  @BeforeEach
  final void nameFolder() {
    folder = temporary.resolve("store");
  }

  final StoreOptions options() {
    return StoreOptions.in(folder).withPartitionGroups(4).withSegmentBytes(16 << 20);
  }
}
