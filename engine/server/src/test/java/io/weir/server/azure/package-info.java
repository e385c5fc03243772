/**
 * Checks of the protocol through the unchanged public clients for Java:
 * {@code com.azure:azure-data-tables}, blocking and reactive, and its predecessor
 * {@code com.microsoft.azure:azure-storage}. One class covers one subject.
 *
 * <p>All checks use one server over one real store. {@link io.weir.server.azure.SdkServer} starts
 * it before the first check and stops it after the last. Each check creates tables of its own. With
 * {@code -Dweir.sdk.endpoint=URL} the checks use the development account of another service, such
 * as the emulator.
 *
 * <p>Start with {@link io.weir.server.azure.SdkAccount}.
 */
package io.weir.server.azure;
