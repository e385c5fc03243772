package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressingTest {

  private static final AccountName BIRDS = new AccountName("birds");

  private final Addressing addressing = new Addressing(BIRDS::equals);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "birds.localhost",
        "birds.localhost:10002",
        "birds.table.example",
        "birds.table.core.windows.net:443",
        "Birds.Table.Example",
        "birds.table.localhost:80",
      })
  void aHostMayNameTheAccountAndThePathStaysUnchanged(String host) {
    assertThat(addressing.parse(host, "/birds(PartitionKey='a',RowKey='b')"))
        .isEqualTo(new AccountPath(BIRDS, false, true, "/birds(PartitionKey='a',RowKey='b')"));
    assertThat(addressing.isNamedBy(host)).isTrue();
  }

  @Test
  void theSecondaryHasItsOwnHost() {
    assertThat(addressing.parse("birds-secondary.table.example", "/Tables"))
        .isEqualTo(new AccountPath(BIRDS, true, true, "/Tables"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "birds",
        "localhost:10002",
        "127.0.0.1:10002",
        "[::1]:10002",
        "fish.localhost",
        "fish.table.example",
        "birds.example",
        "birds.tables.example",
        "birds.table",
        "a.table.example",
        "www.birds.localhost",
        ".table.example",
      })
  void thePathNamesTheAccountWithAnyOtherHost(String host) {
    assertThat(addressing.parse(host, "/birds/Tables"))
        .isEqualTo(new AccountPath(BIRDS, false, false, "/Tables"));
    assertThat(addressing.isNamedBy(host)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"fish.localhost,/Tables", "localhost,/", "localhost,*"})
  void anAddressWithoutAnAccountIsRefused(String host, String path) {
    assertThatThrownBy(() -> addressing.parse(host, path))
        .isInstanceOf(InvalidRequestException.class);
  }
}
