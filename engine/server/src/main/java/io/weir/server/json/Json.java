package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * The one JSON factory: its limits and where it borrows its buffers.
 *
 * <p>Depth and numbers are bounded far below the library's defaults: an entity is one flat object, and no number of ours needs more
 * than a few hundred digits. Strings are bounded by the body.
 */
final class Json {

  private static final int MAX_DEPTH = 32;
  private static final int MAX_NUMBER_LENGTH = 400;
  private static final int MAX_NAME_LENGTH = 64 * 1024;

  static final JsonFactory FACTORY = JsonFactory.builder()
      .recyclerPool(JsonRecyclerPools.threadLocalPool())
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNumberLength(MAX_NUMBER_LENGTH)
          .maxNameLength(MAX_NAME_LENGTH)
          .build())
      .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
      .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
      .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
      .build();

  private Json() {}

  /** A generator that appends to the buffer when it is closed or full. The buffer stays its owner's. */
  static JsonGenerator generator(ByteBuf out) {
    return FACTORY.createGenerator(
        ObjectWriteContext.empty(), (OutputStream) new ByteBufOutputStream(out));
  }
}
