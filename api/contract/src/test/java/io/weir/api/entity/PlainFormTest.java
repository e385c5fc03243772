package io.weir.api.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks on bytes alone. In addition, {@link EntityProperties} compares every outcome with
 * {@link EntityBuilder}.
 */
final class PlainFormTest {

  @Test
  void everyTypeIsCheckedOnItsBytes() {
    var entity = Entity.builder("part", "row's ~!")
        .set("Text", "letters and digits 0123456789")
        .set("Empty", "")
        .set("German", "Größe \uD83E\uDD89")
        .set("_int", -1)
        .set("Long", Long.MIN_VALUE)
        .set("Nan", Double.NaN)
        .set("Yes", true)
        .set("When", new EdmDateTime(EdmDateTime.MAX_TICKS))
        .set("Id", new UUID(1, 2))
        .set("Bytes", new byte[200])
        .build();

    assertThat(PlainForm.isValid(entity.encoded())).isTrue();
    assertThat(Entity.decode(entity.encoded()).encoded()).isSameAs(entity.encoded());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Größe", "x\u00e9"})
  void aNameThatIsNotPlainIsLeftToTheBuilder(String name) {
    var entity = Entity.builder("p", "r").set(name, 1).build();

    assertThat(PlainForm.isValid(entity.encoded())).isFalse();
    assertThat(Entity.decode(entity.encoded())).isEqualTo(entity);
  }

  @Test
  void manyPropertiesAreLeftToTheBuilder() {
    assertThat(PlainForm.isValid(ofProperties(PlainForm.PROPERTIES))).isTrue();
    assertThat(PlainForm.isValid(ofProperties(PlainForm.PROPERTIES + 1))).isFalse();
    assertThat(Entity.decode(ofProperties(Limits.PROPERTIES)).toMap()).hasSize(Limits.PROPERTIES);
    assertRefused(ErrorCode.TOO_MANY_PROPERTIES, ofProperties(Limits.PROPERTIES + 1));
  }

  @Test
  void aTextOfTheGreatestLengthIsAccepted() {
    assertTaken(text("a".repeat(Limits.STRING_UNITS)));
    assertTaken(text("\uD83E\uDD89".repeat(Limits.STRING_UNITS / 2)));
    assertRefused(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE, encoded(text("a".repeat(Limits.STRING_UNITS + 1))));
    assertRefused(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE,
        encoded(text("\uD83E\uDD89".repeat(Limits.STRING_UNITS / 2) + "a")));
  }

  @Test
  void aBinaryOfTheGreatestLengthIsAccepted() {
    assertTaken(binary(Limits.BINARY_BYTES));
    assertRefused(ErrorCode.PROPERTY_VALUE_TOO_LARGE, encoded(binary(Limits.BINARY_BYTES + 1)));
  }

  @Test
  void anEntityOfTheGreatestSizeIsAccepted() {
    var properties = 15;
    var left = Limits.ENTITY_BYTES - EntitySize.ofKeys(1, 1);
    for (var i = 0; i < properties; i++) {
      left -= EntitySize.ofProperty(2, EntitySize.ofBinary(Limits.BINARY_BYTES));
    }
    var last = left - EntitySize.ofProperty(1, EntitySize.ofBinary(0));

    assertTaken(blobs(properties).andThen(all -> binary(all, "z", last)));
    assertRefused(
        ErrorCode.ENTITY_TOO_LARGE,
        encoded(blobs(properties).andThen(all -> binary(all, "z", last + 1))));
  }

  @Test
  void aKeyOfTheGreatestLengthIsAccepted() {
    var longest = "k".repeat(Limits.KEY_UNITS);

    assertThat(PlainForm.isValid(Entity.builder(longest, longest).build().encoded()))
        .isTrue();
    assertRefused(ErrorCode.KEY_VALUE_TOO_LARGE, ofKey(longest + "k", "r"));
    assertRefused(ErrorCode.KEY_VALUE_TOO_LARGE, ofKey("p", longest + "k"));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, ofKey("p", "a/b"));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, ofKey("p\u007f", "r"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PartitionKey", "RowKey", "Timestamp", "", "1st", "a-b", "a$"})
  void anInvalidPropertyNameIsRefused(String name) {
    assertRefused(ErrorCode.PROPERTY_NAME_INVALID, encoded(all -> {
      all.begin(name.getBytes(StandardCharsets.UTF_8), EdmType.INT32);
      all.int32(1);
    }));
  }

  @Test
  void aRepeatedNameIsRefused() {
    assertRefused(ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED, encoded(text("a").andThen(text("b"))));
  }

  @Test
  void namesWithOneHashAreDistinguished() {
    var entity = Entity.builder("p", "r").set("Aa", 1).set("BB", 2).build();

    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    assertThat(Entity.decode(entity.encoded())).isEqualTo(entity);
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    for (var length = 1; length <= 40; length++) {
      for (var place = 0; place < length; place++) {
        var text = "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
        text[place] = (byte) 0xC3;
        assertRefused(ErrorCode.INVALID_INPUT, encoded(all -> {
          all.begin(new byte[] {'t'}, EdmType.STRING);
          all.bytes(text);
        }));
      }
    }
  }

  @Test
  void anyLetterIsAcceptedAtAnyPosition() {
    for (var length = 0; length <= 40; length++) {
      for (var place = 0; place <= length; place++) {
        assertTaken(text("a".repeat(place) + "\u00e9" + "a".repeat(length - place)));
      }
      assertTaken(text("a".repeat(length)));
    }
  }

  /**
   * A length in two bytes where one is enough would encode the same entity in other bytes. Each
   * entity must have one encoding.
   */
  @Test
  void aLengthInMoreBytesThanNeededIsRefused() {
    assertRefused(ErrorCode.INVALID_INPUT, encoded(all -> {
      all.begin(new byte[] {'t'}, EdmType.STRING);
      all.int8(0x81);
      all.int8(0);
      all.int8('a');
    }));
    assertRefused(ErrorCode.INVALID_INPUT, encoded(all -> {
      all.int8(0x81);
      all.int8(0);
      all.int8('t');
      all.int8(EdmType.BOOLEAN.tag());
      all.int8(1);
    }));
  }

  @Test
  void valuesOfAnotherFormAreRefused() {
    assertRefused(ErrorCode.INVALID_INPUT, encoded(all -> {
      all.begin(new byte[] {'b'}, EdmType.BOOLEAN);
      all.int8(2);
    }));
    assertRefused(ErrorCode.INVALID_INPUT, encoded(all -> {
      all.begin(new byte[] {'n'}, EdmType.DOUBLE);
      all.int64(Double.doubleToLongBits(Double.NaN) + 1);
    }));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, encoded(all -> {
      all.begin(new byte[] {'d'}, EdmType.DATE_TIME);
      all.int64(EdmDateTime.MAX_TICKS + 1);
    }));
  }

  @Test
  void aKeyOfThreePartsIsRefused() {
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, ofKey("p", "r\0s"));
  }

  private static void assertTaken(Consumer<EncodedProperties> properties) {
    var bytes = encoded(properties);
    assertThat(PlainForm.isValid(bytes)).isTrue();
    assertThat(Entity.decode(bytes).encoded()).isEqualTo(bytes);
  }

  private static void assertRefused(ErrorCode code, byte[] bytes) {
    assertThatThrownBy(() -> Entity.decode(bytes))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static Consumer<EncodedProperties> text(String text) {
    return all -> {
      all.begin(new byte[] {'t'}, EdmType.STRING);
      all.bytes(text.getBytes(StandardCharsets.UTF_8));
    };
  }

  private static Consumer<EncodedProperties> binary(int length) {
    return all -> binary(all, "b", length);
  }

  private static Consumer<EncodedProperties> blobs(int count) {
    return all -> {
      for (var i = 0; i < count; i++) {
        binary(all, "b" + (char) ('a' + i), Limits.BINARY_BYTES);
      }
    };
  }

  private static void binary(EncodedProperties all, String name, int length) {
    all.begin(name.getBytes(StandardCharsets.UTF_8), EdmType.BINARY);
    all.bytes(new byte[length]);
  }

  private static byte[] ofProperties(int count) {
    return encoded(all -> {
      for (var i = 0; i < count; i++) {
        all.begin(("p" + i).getBytes(StandardCharsets.UTF_8), EdmType.BOOLEAN);
        all.int8(1);
      }
    });
  }

  private static byte[] ofKey(String partitionKey, String rowKey) {
    return encoded(partitionKey, rowKey, all -> {});
  }

  private static byte[] encoded(Consumer<EncodedProperties> properties) {
    return encoded("p", "r", properties);
  }

  /** Lays an entity out as {@link Entity} does, without checks. */
  private static byte[] encoded(
      String partitionKey, String rowKey, Consumer<EncodedProperties> properties) {
    var key = (partitionKey + "\0" + rowKey).getBytes(StandardCharsets.UTF_8);
    var all = new EncodedProperties();
    properties.accept(all);
    var bytes = new byte[Entity.KEY_AT + key.length + Entity.TIMESTAMP_BYTES + all.length()];
    ByteBuffer.wrap(bytes).putInt(key.length).put(key);
    all.copyTo(bytes, Entity.KEY_AT + key.length + Entity.TIMESTAMP_BYTES);
    return bytes;
  }
}
