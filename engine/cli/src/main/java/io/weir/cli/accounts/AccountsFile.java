package io.weir.cli.accounts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.SharedKey;
import io.weir.cli.rows.Utf8Bytes;
import io.weir.server.files.SecretFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A file of accounts, with a line for each key: {@code NAME.SLOT=BASE64}. Empty lines and lines
 * that begin with {@code #} are ignored.
 *
 * <p>Reading and writing block. The file is replaced as a whole, so a reader finds the old or the
 * new content.
 */
public record AccountsFile(Path path) {

  private static final String HEADER =
      "# Accounts of Weir and their keys. Secret. Written by 'weir account', which keeps no other comments.\n";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  /**
   * Returns the accounts. Fails with {@link AccountsFileUnusable} that names the line, or if other
   * users may access the file.
   */
  public StoredAccounts read() throws IOException {
    var lines = lines();
    requirePrivate();
    var accounts = StoredAccounts.NONE;
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        accounts = add(accounts, line, i + 1);
      }
    }
    return accounts;
  }

  private List<String> lines() throws IOException {
    try (var bytes = Utf8Bytes.of(Files.newInputStream(path))) {
      var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.readAllBytes()));
      return text.toString().lines().toList();
    }
  }

  /** Replaces the file, readable and writable by its owner alone. */
  public void write(StoredAccounts accounts) throws IOException {
    var text = new StringBuilder(HEADER);
    accounts.byName().forEach((name, keys) -> {
      for (var slot : KeySlot.values()) {
        accounts
            .key(name, slot)
            .ifPresent(key -> text.append(name)
                .append('.')
                .append(slot.text())
                .append('=')
                .append(key)
                .append('\n'));
      }
    });
    var whole = path.toAbsolutePath();
    var draft = isPosix()
        ? Files.createTempFile(
            whole.getParent(), ".accounts", null, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
        : Files.createTempFile(whole.getParent(), ".accounts", null);
    try {
      Files.writeString(draft, text);
      try (var forced = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        forced.force(true);
      }
      Files.move(draft, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private StoredAccounts add(StoredAccounts accounts, String line, int number)
      throws AccountsFileUnusable {
    var dot = line.indexOf('.');
    var equals = line.indexOf('=', dot + 1);
    if (dot < 0 || equals < 0) {
      throw refused(number, "expected NAME.SLOT=BASE64");
    }
    var name = line.substring(0, dot).strip();
    var slot = KeySlot.of(line.substring(dot + 1, equals).strip())
        .orElseThrow(() -> refused(number, "the slot is key1, key2, readonly1 or readonly2"));
    var key = line.substring(equals + 1).strip();
    try {
      SharedKey.of(new AccountName(name), key);
    } catch (InvalidRequestException e) {
      throw refused(number, "an account is 3 to 24 lower-case letters and digits, a key is Base64");
    }
    if (accounts.key(name, slot).isPresent()) {
      throw refused(number, "this slot occurs twice");
    }
    return accounts.with(name, slot, key);
  }

  private AccountsFileUnusable refused(int line, String problem) {
    return new AccountsFileUnusable(path, "line " + line + ": " + problem + ".");
  }

  private void requirePrivate() throws IOException {
    if (new SecretFile(path).isShared()) {
      throw new AccountsFileUnusable(
          path,
          "users other than its owner may access it, and it holds keys. Run: chmod 600 " + path);
    }
  }

  private boolean isPosix() {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
