package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.io.OutputStream;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
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
public final class Json {

  private static final int MAX_DEPTH = 32;
  private static final int MAX_NUMBER_LENGTH = 400;
  private static final int MAX_NAME_LENGTH = 64 * 1024;

  private static final JsonFactory FACTORY = JsonFactory.builder()
      .recyclerPool(JsonRecyclerPools.threadLocalPool())
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNumberLength(MAX_NUMBER_LENGTH)
          .maxNameLength(MAX_NAME_LENGTH)
          .build())
      .rootValueSeparator((String) null)
      .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
      .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
      .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
      .build();

  private Json() {}

  /**
   * Applies the reader to a document, and makes sure that nothing follows it.
   *
   * <p>Fails with {@code InvalidInput} and the offset when the bytes are not JSON.
   */
  public static <T> T read(byte[] source, int offset, int length, Function<JsonParser, T> reader) {
    try (var json = FACTORY.createParser(ObjectReadContext.empty(), source, offset, length)) {
      var result = reader.apply(json);
      if (json.nextToken() != null) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=endOfBody");
      }
      return result;
    } catch (JacksonException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, facts(e));
    }
  }

  /** A fault that has no place is one of size: deeper or longer than anything of ours. */
  private static String facts(JacksonException e) {
    var location = e.getLocation();
    return location == null
        ? "expected=jsonWithinLimits"
        : "expected=json offset=" + location.getByteOffset();
  }

  /** Steps into the document's object. Fails with {@code InvalidInput} when it is none. */
  public static void begin(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=jsonObject");
    }
  }

  /** A generator that appends to the stream when it is closed or full. The stream stays open. */
  public static JsonGenerator generator(OutputStream out) {
    return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
  }
}
