package io.weir.server.auth;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * An inclusive range of IP addresses, written {@code 10.0.0.1} or {@code 10.0.0.1-10.0.0.9}.
 * Immutable.
 */
final class AddressRange {

  private final byte[] first;
  private final byte[] last;

  private AddressRange(byte[] first, byte[] last) {
    this.first = first;
    this.last = last;
  }

  /**
   * Parses a range. Fails with {@code AuthenticationFailed} if the text contains anything but IP
   * addresses. Resolves no host names.
   */
  static AddressRange parse(String text) {
    var hyphen = text.indexOf('-');
    return hyphen < 0
        ? new AddressRange(address(text), address(text))
        : new AddressRange(address(text.substring(0, hyphen)), address(text.substring(hyphen + 1)));
  }

  boolean contains(InetAddress address) {
    var bytes = address.getAddress();
    return bytes.length == first.length
        && Arrays.compareUnsigned(first, bytes) <= 0
        && Arrays.compareUnsigned(bytes, last) <= 0;
  }

  private static byte[] address(String text) {
    var bytes = NetUtil.createByteArrayFromIpAddressString(text.strip());
    if (bytes == null) {
      throw SharedAccess.failed("expected=address in=sip");
    }
    return bytes;
  }
}
