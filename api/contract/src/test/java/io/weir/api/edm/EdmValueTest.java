package io.weir.api.edm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdmValueTest {

  @ParameterizedTest
  @EnumSource(EdmType.class)
  void aTypeIsFoundByItsTagAndByItsName(EdmType type) {
    assertThat(EdmType.ofTag(type.tag())).isEqualTo(type);
    assertThat(EdmType.ofOdataName(type.odataName())).contains(type);
  }

  @ParameterizedTest
  @ValueSource(bytes = {-128, -1, 0, 9, 127})
  void unknownTagsAreRefused(byte tag) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EdmType.ofTag(tag))
        .withMessageContaining("tag=" + tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Edm.Byte", "Int32", "edm.int32", "Edm.Int32 "})
  void unknownNamesAreNotTypes(String name) {
    assertThat(EdmType.ofOdataName(name)).isEmpty();
  }

  @Test
  void aBinaryCopiesItsBytes() {
    var bytes = new byte[] {1, 2};
    var value = new EdmBinary(bytes);

    bytes[0] = 9;
    value.toByteArray()[1] = 9;

    assertThat(value)
        .isEqualTo(new EdmBinary(new byte[] {1, 2}))
        .hasSameHashCodeAs(new EdmBinary(new byte[] {1, 2}));
    assertThat(value.length()).isEqualTo(2);
    assertThat(value).hasToString("EdmBinary[0102]");
  }

  @Test
  void aBinarySortsByUnsignedByteAndThenByLength() {
    assertThat(new EdmBinary(new byte[] {0x7F}).compareTo(new EdmBinary(new byte[] {(byte) 0x80})))
        .isNegative();
    assertThat(new EdmBinary(new byte[] {1}).compareTo(new EdmBinary(new byte[] {1, 0})))
        .isNegative();
    assertThat(new EdmBinary(new byte[0]).compareTo(new EdmBinary(new byte[0]))).isZero();
  }
}
