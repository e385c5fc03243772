package io.weir.engine.cleanshutdown;

import io.weir.engine.page.extent.PersistedExtent;
import java.io.IOException;

/** Is shown what is in a fences file: first the leaves in key order, then the page files. */
public interface FencesVisitor {

  /** Sees a leaf. */
  void leaf(PersistedLeaf leaf) throws IOException;

  /** Sees a page file. */
  void extent(PersistedExtent extent) throws IOException;
}
