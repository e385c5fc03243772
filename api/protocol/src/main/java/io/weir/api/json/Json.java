package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
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
 * The shared JSON factory, with its limits and its pool of buffers.
 *
 * <p>The limits of depth and of numbers are far below the library's defaults. An entity is one flat
 * object, and its numbers need no more than a few hundred digits. The length of the body limits its
 * strings.
 */
public final class Json {

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
      .rootValueSeparator((String) null)
      .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
      .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
      .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
      .build();

  private Json() {}

  /**
   * Applies the reader to a document and checks that nothing follows the document.
   *
   * <p>Fails with {@code InvalidInput} and the offset when the bytes are not JSON.
   */
  public static <T> T read(byte[] source, int offset, int length, Function<JsonParser, T> reader) {
    return read(FACTORY.createParser(ObjectReadContext.empty(), source, offset, length), reader);
  }

  /**
   * Applies the reader as {@link #read(byte[], int, int, Function)} does, and closes the parser.
   */
  static <T> T read(JsonParser parser, Function<JsonParser, T> reader) {
    try (var json = parser) {
      var result = reader.apply(json);
      if (json.nextToken() != null) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=endOfBody");
      }
      return result;
    } catch (JacksonException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, facts(e));
    }
  }

  /** An error without a location is an exceeded limit: depth or length. */
  private static String facts(JacksonException e) {
    var location = e.getLocation();
    return location == null
        ? "expected=jsonWithinLimits"
        : "expected=json offset=" + location.getByteOffset();
  }

  /**
   * Enters the document's object. Fails with {@code InvalidInput} when the document is not an
   * object.
   */
  public static void begin(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=jsonObject");
    }
  }

  /** Returns an object as a document. */
  static byte[] object(Consumer<JsonGenerator> members) {
    var out = new ByteArrayOutputStream();
    try (var json = generator(out)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /**
   * Returns a generator that writes to the stream when its buffer is full and when it is closed. It
   * does not close the stream.
   */
  public static JsonGenerator generator(OutputStream out) {
    return FACTORY.createGenerator(ObjectWriteContext.empty(), out);
  }
}
