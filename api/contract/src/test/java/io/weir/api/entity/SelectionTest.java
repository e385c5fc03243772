package io.weir.api.entity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SelectionTest {

  @Test
  void noNamesSelectEverything() {
    assertThat(Selection.of()).isEqualTo(Selection.ALL);
    assertThat(Selection.ALL.isAll()).isTrue();
    assertThat(Selection.ALL.includes("Anything")).isTrue();
    assertThat(Selection.ALL).hasToString("*");
  }

  @Test
  void namesSelectPropertiesCaseSensitively() {
    var selection = Selection.of("Age", "RowKey");

    assertThat(selection.isAll()).isFalse();
    assertThat(selection.includes("Age")).isTrue();
    assertThat(selection.includes("RowKey")).isTrue();
    assertThat(selection.includes("age")).isFalse();
    assertThat(selection.includes("PartitionKey")).isFalse();
  }

  @Test
  void namesKeepTheirOrderWithoutDuplicates() {
    assertThat(Selection.of("b", "a", "b").names()).containsExactly("b", "a");
    assertThat(Selection.of("b", "a"))
        .isEqualTo(Selection.of("a", "b"))
        .hasSameHashCodeAs(Selection.of("a", "b"));
  }
}
