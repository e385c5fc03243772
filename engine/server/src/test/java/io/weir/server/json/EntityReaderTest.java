package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.EntityReader;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EntityReaderTest {

  private static final EntityKey KEY = new EntityKey("p", "r");

  @Test
  void keysAreReadFromTheBody() {
    var entity =
        EntityReader.read("{\"PartitionKey\":\"a\",\"RowKey\":\"\",\"X\":1}".getBytes(UTF_8));

    assertThat(entity.key()).isEqualTo(new EntityKey("a", ""));
  }

  @Test
  void aByteOrderMarkBeforeTheBodyIsLeftOut() {
    var entity =
        EntityReader.read("\uFEFF{\"PartitionKey\":\"a\",\"RowKey\":\"\",\"X\":1}".getBytes(UTF_8));

    assertThat(entity.key()).isEqualTo(new EntityKey("a", ""));
  }

  @Test
  void keysInTheAddressOverrideKeysInTheBody() {
    var entity = read("{\"PartitionKey\":\"other\",\"RowKey\":{\"odd\":[1]},\"X\":1}");

    assertThat(entity.key()).isEqualTo(KEY);
    assertThat(entity.toMap()).containsOnlyKeys("X");
  }

  static Stream<Arguments> inferredTypes() {
    return Stream.of(
        Arguments.of("\"text\"", new EdmString("text")),
        Arguments.of("\"NaN\"", new EdmString("NaN")),
        Arguments.of("1", new EdmInt32(1)),
        Arguments.of("-2147483648", new EdmInt32(Integer.MIN_VALUE)),
        Arguments.of("2147483648", new EdmDouble(2147483648.0)),
        Arguments.of("3.0", new EdmDouble(3.0)),
        Arguments.of("-0.0", new EdmDouble(-0.0)),
        Arguments.of("1e3", new EdmDouble(1000)),
        Arguments.of("true", new EdmBoolean(true)),
        Arguments.of("false", new EdmBoolean(false)));
  }

  @ParameterizedTest
  @MethodSource("inferredTypes")
  void typesAreInferredWithoutAnnotation(String json, EdmValue expected) {
    assertThat(read("{\"X\":" + json + "}").toMap()).isEqualTo(Map.of("X", expected));
  }

  static Stream<Arguments> annotatedTypes() {
    return Stream.of(
        Arguments.of("Edm.String", "\"1\"", new EdmString("1")),
        Arguments.of("Edm.Int32", "1", new EdmInt32(1)),
        Arguments.of("Edm.Int64", "\"1\"", new EdmInt64(1)),
        Arguments.of("Edm.Int64", "1", new EdmInt64(1)),
        Arguments.of("Edm.Double", "3", new EdmDouble(3)),
        Arguments.of("Edm.Double", "\"NaN\"", new EdmDouble(Double.NaN)),
        Arguments.of("Edm.Double", "\"Infinity\"", new EdmDouble(Double.POSITIVE_INFINITY)),
        Arguments.of("Edm.Double", "\"-Infinity\"", new EdmDouble(Double.NEGATIVE_INFINITY)),
        Arguments.of("Edm.Boolean", "\"true\"", new EdmBoolean(true)),
        Arguments.of(
            "Edm.DateTime",
            "\"2020-11-07T03:00:00+02:00\"",
            EdmDateTime.parse("2020-11-07T01:00:00Z")),
        Arguments.of(
            "Edm.DateTime",
            "\"2020-11-07T01:23:21.055597599Z\"",
            EdmDateTime.parse("2020-11-07T01:23:21.0555975Z")),
        Arguments.of(
            "Edm.DateTime", "\"2020-11-07T01:00:00\"", EdmDateTime.parse("2020-11-07T01:00:00Z")),
        Arguments.of(
            "Edm.Guid",
            "\"C9DA6455-213D-42C9-9A79-3E9149A57833\"",
            new EdmGuid(UUID.fromString("c9da6455-213d-42c9-9a79-3e9149a57833"))),
        Arguments.of(
            "Edm.Binary", "\"AQL/AA==\"", new EdmBinary(new byte[] {1, 2, (byte) 0xFF, 0})));
  }

  @ParameterizedTest
  @MethodSource("annotatedTypes")
  void annotationBeforeItsPropertyDeterminesTheType(String type, String json, EdmValue expected) {
    assertThat(read("{\"X@odata.type\":\"" + type + "\",\"X\":" + json + "}").toMap())
        .isEqualTo(Map.of("X", expected));
  }

  @ParameterizedTest
  @MethodSource("annotatedTypes")
  void annotationAfterItsPropertyDeterminesTheType(String type, String json, EdmValue expected) {
    assertThat(read("{\"X\":" + json + ",\"X@odata.type\":\"" + type + "\"}").toMap())
        .isEqualTo(Map.of("X", expected));
  }

  @ParameterizedTest
  @MethodSource("annotatedTypes")
  void annotationLongAfterItsPropertyDeterminesTheType(
      String type, String json, EdmValue expected) {
    assertThat(read("{\"X\":" + json + ",\"Y\":1,\"X@odata.type\":\"" + type + "\"}")
            .toMap())
        .isEqualTo(Map.of("X", expected, "Y", new EdmInt32(1)));
  }

  @Test
  void binaryLongerThanAnyStringMayBeAnnotatedLongAfterIt() {
    var json = "{\"X\":\"" + "AAAA".repeat(20_000) + "\",\"Y\":1,\"X@odata.type\":\"Edm.Binary\"}";

    assertThat(read(json).getBinary("X"))
        .hasValueSatisfying(binary -> assertThat(binary.length()).isEqualTo(60_000));
  }

  @Test
  void propertiesKeepTheirOrder() {
    var json = "{\"b\":1,\"a\":\"2\",\"a@odata.type\":\"Edm.Int64\",\"c\":3}";

    assertThat(read(json).toMap().keySet()).containsExactly("b", "a", "c");
  }

  @Test
  void membersThatTheServiceSetsAreIgnored() {
    var json = """
        {"odata.metadata":"m","odata.etag":["any"],"Timestamp":{"any":1},"Timestamp@odata.type":"Edm.DateTime",
         "X@odata.other":7,"PartitionKey@odata.type":"Edm.Odd","X":1,"N":null,"M":null,"M@odata.type":"Edm.Int64"}""";

    assertThat(read(json).toMap()).isEqualTo(Map.of("X", new EdmInt32(1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"X\":{}} | InvalidInput | property=X",
        "{\"X\":[1]} | InvalidInput | property=X",
        "[] | InvalidInput | expected=jsonObject",
        "`` | InvalidInput | expected=json",
        "{ | InvalidInput | offset=1",
        "{\"X\":1 | InvalidInput | offset=6",
        "{\"X\":01} | InvalidInput | expected=json",
        "{'X':1} | InvalidInput | offset=1",
        "{\"X\":1}{} | InvalidInput | expected=endOfBody",
        "{\"X\":1e999} | InvalidInput | expected=Edm.Double",
        "{\"X\":\"\\ud800\"} | InvalidInput | property=X",
        "{\"X\":1,\"X\":2} | DuplicatePropertiesSpecified | name=X",
        "{\"X@odata.type\":\"Edm.Odd\",\"X\":1} | InvalidInput | expected=typeAnnotation",
        "{\"X@odata.type\":\"Edm.Int32\",\"X\":2147483648} | InvalidInput | expected=Edm.Int32",
        "{\"X@odata.type\":\"Edm.Int32\",\"X\":1.5} | InvalidInput | expected=Edm.Int32",
        "{\"X@odata.type\":\"Edm.Int64\",\"X\":\"9223372036854775808\"} | InvalidInput | expected=Edm.Int64",
        "{\"X@odata.type\":\"Edm.Guid\",\"X\":\"1-1-1-1-1\"} | InvalidInput | expected=Edm.Guid",
        "{\"X@odata.type\":\"Edm.Binary\",\"X\":\"=\"} | InvalidInput | expected=Edm.Binary",
        "{\"X\":-1e309} | InvalidInput | property=X expected=Edm.Double",
        "{\"X@odata.type\":\"Edm.Double\",\"X\":\"1.8e308\"} | InvalidInput | property=X expected=Edm.Double",
        "{\"X@odata.type\":\"Edm.DateTime\",\"X\":\"today\"} | InvalidInput | property=X expected=Edm.DateTime",
        "{\"X@odata.type\":\"Edm.DateTime\",\"X\":\"2021-02-29T00:00:00Z\"} | InvalidInput | property=X expected=Edm.DateTime",
        "{\"X@odata.type\":\"Edm.DateTime\",\"X\":1} | InvalidInput | property=X expected=Edm.DateTime",
        "{\"X@odata.type\":\"Edm.DateTime\",\"X\":\"1600-12-31T23:59:59.9999999Z\"} | OutOfRangeInput | property=X value=1600",
        "{\"X@odata.type\":\"Edm.DateTime\",\"X\":\"9999-12-31T23:59:59-01:00\"} | OutOfRangeInput | property=X value=+10000",
        "{\"X@odata.type\":\"Edm.String\",\"X\":1} | InvalidInput | expected=Edm.String",
        "{\"1X\":1} | PropertyNameInvalid | name=1X",
      })
  void invalidMemberIsNamed(String json, String code, String fact) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code))
        .hasMessageContaining(fact);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"RowKey\":\"r\"} | PropertiesNeedValue",
        "{\"PartitionKey\":\"p\",\"RowKey\":null} | PropertiesNeedValue",
        "{\"PartitionKey\":1,\"RowKey\":\"r\"} | InvalidInput",
        "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"RowKey\":\"r\"} | DuplicatePropertiesSpecified",
        "{\"PartitionKey\":\"a/b\",\"RowKey\":\"r\"} | OutOfRangeInput",
      })
  void keysAreRequiredInTheBody(String json, String code) {
    assertThatThrownBy(() -> EntityReader.read(json.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  @Test
  void depthIsLimited() {
    assertThatThrownBy(() -> read("{\"odata.x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"))
        .isInstanceOf(TableServiceException.class);
  }

  @Test
  void lengthOfNumbersIsLimited() {
    assertThatThrownBy(() -> read("{\"X\":1" + "0".repeat(100_000) + "}"))
        .isInstanceOf(TableServiceException.class);
  }

  @Test
  void writtenLineParsesToTheSameEntity() {
    var entity = Entity.builder("p", "r")
        .set("S", "a\"\\\u0000\u20ac\ud83d\ude00")
        .set("L", -1L)
        .set("D", 1.0e-300)
        .set("N", Double.NaN)
        .set("T", EdmDateTime.parse("9999-12-31T23:59:59.9999999Z"))
        .set("G", new UUID(1, 2))
        .set("X", new byte[] {0, -1})
        .set("B", false)
        .build();
    var out = Unpooled.buffer();
    try (var lines = new EntityLines(out, Selection.ALL)) {
      lines.entity(entity.withTimestamp(12345));
    }

    assertThat(EntityReader.read(out.array(), 0, out.readableBytes() - 1, null)).isEqualTo(entity);
  }

  @Test
  void errorOffsetIsRelativeToTheLine() {
    var source = "{\"PartitionKey\":\"p\"}\n{\"X\" 1}".getBytes(UTF_8);

    assertThatThrownBy(() -> EntityReader.read(source, 21, source.length - 21, KEY))
        .hasMessageContaining("offset=5");
  }

  private static Entity read(String json) {
    return EntityReader.read(json.getBytes(UTF_8), KEY);
  }
}
