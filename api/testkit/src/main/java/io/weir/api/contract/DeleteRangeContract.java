package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases for the removal of key ranges: it removes all entities of the ranges and no others. */
public interface DeleteRangeContract extends Door {

  @Test
  default void aRangeOfRowsIsDeleted() {
    var strikes = Table.in(this).load(numbered("TX", 250)).load(numbered("CA", 2));
    strikes.deleteRange("PartitionKey eq 'TX' and RowKey ge '0001' and RowKey lt '0249'");

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("CA/0000", "CA/0001", "TX/0000", "TX/0249");
    assertThat(strikes.find("TX", "0100")).isEmpty();
  }

  @Test
  default void aPartitionIsDeleted() {
    var strikes = Table.in(this).load(numbered("T", 1)).load(numbered("TX", 150));
    strikes.load(numbered("TXA", 1));
    strikes.deleteRange("PartitionKey eq 'TX'");

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("T/0000", "TXA/0000");
  }

  @Test
  default void aRangeOfPartitionsIsDeleted() {
    var strikes = Table.in(this);
    for (var partition : new String[] {"A", "B", "C", "D", "E", "F", "G", "H"}) {
      strikes.load(numbered(partition, 2));
    }
    strikes.deleteRange("PartitionKey gt 'B' and PartitionKey le 'G'");

    midScenario();

    assertThat(keysOf(strikes.all()))
        .containsExactly("A/0000", "A/0001", "B/0000", "B/0001", "H/0000", "H/0001");
  }

  @Test
  default void keysWithAPrefixAreDeleted() {
    var strikes = Table.in(this).load(numbered("TX", 25)).load(numbered("TN", 2));
    strikes.load(numbered("CA", 1));
    strikes.deleteRange("PartitionKey eq 'TX' and startswith(RowKey,'001')"
        + " or startswith(PartitionKey,'T') and not startswith(PartitionKey,'TX')");

    midScenario();

    assertThat(keysOf(strikes.all())).hasSize(16).startsWith("CA/0000", "TX/0000");
    assertThat(strikes.find("TX", "0010")).isEmpty();
    assertThat(strikes.find("TX", "0020")).isPresent();
  }

  @Test
  default void severalRangesAreDeletedTogether() {
    var strikes = Table.in(this).load(numbered("TX", 10)).load(numbered("CA", 3));
    strikes.deleteRange("PartitionKey eq 'TX' and (RowKey lt '0002' or RowKey ge '0004')"
        + " or PartitionKey eq 'CA' and RowKey eq '0001'");

    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("CA/0000", "CA/0002", "TX/0002", "TX/0003");
  }

  @Test
  default void aTableIsEmptiedAndFilledAgain() {
    var strikes = Table.in(this).load(numbered("TX", 20)).load(numbered("CA", 20));
    strikes.deleteRange("true");
    assertThat(strikes.all()).isEmpty();

    strikes.insert(entity("TX", "0007"));
    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/0007");
  }

  @Test
  default void anEmptyRangeMayBeDeleted() {
    var strikes = Table.in(this).load(numbered("TX", 3));
    strikes.deleteRange("PartitionKey eq 'TX' and RowKey gt '9'");
    strikes.deleteRange("PartitionKey eq 'TX' and PartitionKey eq 'CA'");
    strikes.deleteRange("false");

    midScenario();

    assertThat(strikes.all()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Height gt 3",
        "PartitionKey eq 'TX' and Height gt 3",
        "PartitionKey eq 'TX' or Timestamp gt datetime'2001-01-01T00:00:00Z'",
        "RowKey eq '0001'",
        "PartitionKey gt 'A' and RowKey eq '0001'",
        "startswith(RowKey,'0')",
        "startswith(Species,'a')",
        "PartitionKey eq 'TX' and endswith(RowKey,'1')",
        "PartitionKey eq 'TX' and contains(RowKey,'1')",
        "PartitionKey eq 'TX' and startswith(tolower(RowKey),'0')",
        "tolower(PartitionKey) eq 'tx'",
        "length(PartitionKey) eq 2"
      })
  default void aFilterThatIsNotARangeOfKeysIsRefused(String filter) {
    var strikes = Table.in(this).load(numbered("TX", 3));

    assertInvalid(ErrorCode.INVALID_INPUT, () -> strikes.deleteRange(filter));
    midScenario();

    assertThat(strikes.all()).hasSize(3);
  }

  @Test
  default void deletingARangeOfAnAbsentTableFails() {
    var strikes = Table.absentIn(this);

    midScenario();

    assertTableNotFound(() -> strikes.deleteRange("PartitionKey eq 'TX'"));
  }
}
