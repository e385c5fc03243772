package io.weir.engine.cleanstop;

import io.weir.engine.page.KeptExtent;
import java.io.IOException;

/** Is shown what is in a fences file: first the leaves in key order, then the page files. */
public interface FencesVisitor {

  /** Sees a leaf. */
  void leaf(KeptLeaf leaf) throws IOException;

  /** Sees a page file. */
  void extent(KeptExtent extent) throws IOException;
}
