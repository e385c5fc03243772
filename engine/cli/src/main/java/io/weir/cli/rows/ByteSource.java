package io.weir.cli.rows;

import java.io.IOException;
import java.io.InputStream;

/** Bytes that are opened again for each reading, from their start. */
@FunctionalInterface
public interface ByteSource {

  /** Begins a reading. The caller closes the stream. */
  InputStream open() throws IOException;
}
