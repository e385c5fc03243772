package io.weir.engine.page.extent;

import java.util.List;

/**
 * The page files of a store at the moment when a checkpoint began.
 *
 * @param number of the capture, for {@link ChroniclePageStore#release}
 * @param files all page files; no page that was in use then lies elsewhere
 */
public record Capture(long number, List<PersistedExtent> files) {

  public Capture {
    files = List.copyOf(files);
  }
}
