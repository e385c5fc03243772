package io.weir.perf.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes records as JSON, with one member for each component. An unknown member is an
 * error, and so is a missing one.
 */
public final class JsonFile {

  private static final JsonMapper MAPPER = JsonMapper.builder()
      .enable(SerializationFeature.INDENT_OUTPUT)
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
      .build();

  private JsonFile() {}

  public static <T> T read(Path file, Class<T> type) throws IOException {
    try (var input = Files.newInputStream(file)) {
      return read(input, file.toString(), type);
    }
  }

  /**
   * Reads the whole input and leaves it open.
   *
   * @param origin named in the message of a failure
   */
  public static <T> T read(InputStream input, String origin, Class<T> type) {
    try {
      return MAPPER.readValue(input, type);
    } catch (JacksonException e) {
      throw new InvalidFile(
          "correct the file file=" + origin + " error=" + e.getOriginalMessage(), e);
    }
  }

  public static void write(Path file, Object value) throws IOException {
    Files.write(file, MAPPER.writeValueAsBytes(value));
  }
}
