package io.weir.engine.cleanshutdown;

import io.weir.engine.page.extent.PersistedExtent;
import java.io.IOException;

/** Receives the contents of a fences file: first the leaves in key order, then the page files. */
public interface FencesVisitor {

  /** Receives a leaf. */
  void leaf(PersistedLeaf leaf) throws IOException;

  /** Receives a page file. */
  void extent(PersistedExtent extent) throws IOException;
}
