import Foundation
import TestSupport
import Testing

/// Provider modules that are compiled from C.
enum BadModule {
  /// Compiles a module from its source.
  static func compile(_ source: String, to path: String) async throws {
    try Data(source.utf8).write(to: URL(filePath: path + ".c"))
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    let run = try await CommandRun.run(
      "/usr/bin/env",
      [
        "cc", "-shared", "-fPIC", "-I\(root)/Sources/Provider/CProviderABI", "-o", path,
        path + ".c",
      ])
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  /// Compiles a module of the provider `bad`, with an answer for each supported method.
  /// - Parameters:
  ///   - settings: The manifest's, as JSON.
  ///   - statements: C statements before an answer.
  static func compile(
    _ answers: [String: String], settings: String = "[]", statements: String = "", to path: String
  ) async throws {
    let manifest = #"""
      {"name":"bad","version":"1","summary":"","sources":[{"usage":"all","summary":""}],\#
      "settings":\#(settings)}
      """#
    let replies = answers.merging(["manifest": manifest]) { $1 }.map { method, answer in
      #"if (!strcmp(method, "\#(method)")) text = "\#(answer.replacing("\"", with: "\\\""))";"#
    }
    try await compile(
      """
      #define _GNU_SOURCE
      #include <stdlib.h>
      #include <string.h>
      #include "CProviderABI.h"
      static int32_t answer(void *state, const char *method, const uint8_t *bytes, size_t count,
                            void *context, photo_provider_emit emit) {
        const char *text = 0;
        \(statements)
        \(replies.joined(separator: "\n"))
        if (!text) return PHOTO_PROVIDER_UNSUPPORTED;
        emit(context, (const uint8_t *)text, strlen(text));
        return PHOTO_PROVIDER_OK;
      }
      static photo_provider_table table =
          {PHOTO_PROVIDER_ABI_VERSION, sizeof(photo_provider_table), 0, answer};
      const photo_provider_table *photo_provider_v1(void) { return &table; }
      """, to: path)
  }

  /// One pixel, as PNG.
  static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data()
}
