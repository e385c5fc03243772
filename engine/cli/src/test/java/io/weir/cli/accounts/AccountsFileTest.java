package io.weir.cli.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccountsFileTest {

  @TempDir
  Path folder;

  private AccountsFile file;

  @BeforeEach
  void name() {
    file = new AccountsFile(folder.resolve("accounts"));
  }

  @Test
  void writtenAccountsAreReadBack() throws IOException {
    var accounts = StoredAccounts.NONE
        .with("birds", KeySlot.KEY1, "a2V5MQ==")
        .with("birds", KeySlot.READONLY2, "a2V5Mg==")
        .with("fish", KeySlot.KEY2, "a2V5Mw==");

    file.write(accounts);

    assertThat(file.read()).isEqualTo(accounts);
    assertThat(Files.readString(file.path()))
        .endsWith("birds.key1=a2V5MQ==\nbirds.readonly2=a2V5Mg==\nfish.key2=a2V5Mw==\n");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file.path());
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
    var accounts = StoredAccounts.NONE.with("birds", KeySlot.KEY1, "a2V5MQ==");
    file.write(accounts);

    Files.writeString(file.path(), "\uFEFF" + Files.readString(file.path()));

    assertThat(file.read()).isEqualTo(accounts);
  }

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    file.write(StoredAccounts.NONE);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void aFileThatOthersMayUseIsRefused(String permissions) throws IOException {
    file.write(StoredAccounts.NONE);
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString(permissions));

    assertThatThrownBy(file::read)
        .isInstanceOf(AccountsFileUnusable.class)
        .hasMessageContaining("chmod 600");
  }

  @ParameterizedTest
  @CsvSource({
    "birds, expected NAME.SLOT=BASE64",
    "birds.key1, expected NAME.SLOT=BASE64",
    "birds.key3=c2VjcmV0, the slot is",
    "Birds.key1=c2VjcmV0, an account is",
    "birds.key1=c2VjcmV0!, a key is Base64",
    "birds.key1=, a key is Base64",
  })
  void anInvalidLineIsNamedWithoutItsKey(String line, String said) throws IOException {
    file.write(StoredAccounts.NONE);
    Files.writeString(file.path(), "# comment\n\n" + line + "\n");

    assertThatThrownBy(file::read)
        .isInstanceOf(AccountsFileUnusable.class)
        .hasMessageContaining("line 3: ")
        .hasMessageContaining(said)
        .message()
        .doesNotContain("c2VjcmV0");
  }

  @Test
  void aRepeatedSlotIsRefused() throws IOException {
    file.write(StoredAccounts.NONE);
    Files.writeString(file.path(), "birds.key1=YQ==\nbirds.key1=Yg==\n");

    assertThatThrownBy(file::read).hasMessageContaining("line 2: this slot occurs twice");
  }

  @Test
  void anAccountWithReadOnlyKeysAloneIsRefused() {
    var reading = StoredAccounts.NONE.with("birds", KeySlot.READONLY1, "YQ==");

    assertThatThrownBy(reading::toAccounts)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("account=birds");
  }

  @Test
  void theTextFormOfAccountsContainsNoKeys() {
    assertThat(StoredAccounts.NONE.with("birds", KeySlot.KEY1, "YQ==")).hasToString("[birds]");
  }
}
